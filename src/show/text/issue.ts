/** Report of `--issue`: the state of each plugin, for people who can help. */
import { counted } from '../../core/counted.ts';
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { PluginState } from '../../measure/sampler/sampler.ts';
import { VERSION } from '../../core/version.ts';
import { paint, type Style } from './style.ts';
import { forTerminal, jsonForTerminal } from './text.ts';

interface IssueSetup {
  registry: readonly Plugin[];
  states: readonly PluginState[];
  /** Returns the value of an enabled plugin. */
  valueOf(plugin: Plugin): PluginValue;
  style: Style;
  /** Milliseconds since the start. */
  totalMs: number;
  platform: string;
}

const SLOWEST = 10;
const MASK = '***';
const WIDTH = 100;
/** Members that say more of the people than of the fault. */
const PERSONAL = new Set(['cmdline', 'username', 'public_address', 'public_info_human']);

export function issueReport(setup: IssueSetup): string {
  const { registry, states, style, totalMs } = setup;
  const byName = new Map(states.map((state) => [state.name, state]));
  const slowest = states
    .filter(({ duration_ms: duration }) => duration !== null)
    .sort((a, b) => (b.duration_ms ?? 0) - (a.duration_ms ?? 0))
    .slice(0, SLOWEST);
  return [
    paint(style, 'bold', `Gander ${VERSION}`),
    setup.platform,
    '',
    ...registry.flatMap((plugin) => entry(plugin, byName.get(plugin.name), setup)),
    '',
    `Total time: ${seconds(totalMs)} s`,
    `Slowest: ${slowest.map(({ name, duration_ms: ms }) => `${name} ${seconds(ms ?? 0)} s`).join(', ')}`,
  ].join('\n');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(5);

/** One line of state, and one of the value when there is something to see. */
function entry(plugin: Plugin, state: PluginState | undefined, setup: IssueSetup): string[] {
  const { style, valueOf } = setup;
  const name = plugin.name.padEnd(14);
  if (state === undefined) return [`${name} ${paint(style, 'dim', '[NA]')}    turned off`];
  const reason = state.reason === null ? '' : `  ${forTerminal(state.reason)}`;
  const time = state.duration_ms === null ? '' : `${seconds(state.duration_ms)} s`;
  if (state.state === 'unsupported') return [`${name} ${paint(style, 'dim', '[NA]')}    ${time}${reason}`];
  if (state.state === 'failing' || state.state === 'stalled')
    return [`${name} ${paint(style, 'red', '[ERROR]')} ${time}${reason}`];
  const sample = sampleOf(plugin, valueOf(plugin));
  return [`${name} ${paint(style, 'green', '[OK]')}    ${time}${reason}`, `  ${sample}`.slice(0, WIDTH)];
}

/** Returns the identity field and the first item, or the value, without addresses and personal data. */
function sampleOf(plugin: Plugin, value: PluginValue): string {
  const mask = plugin.name === 'ip' ? () => MASK : maskPersonal;
  if (plugin.shape !== 'list') return jsonForTerminal(masked(value, mask) ?? null);
  const items = value as Served[];
  const key = plugin.key === null ? 'no key' : `key ${plugin.key}`;
  return `${key}, ${counted(items.length, 'item')}${items.length === 0 ? '' : `, first ${jsonForTerminal(masked(items[0], mask))}`}`;
}

const maskPersonal = (key: string, value: ServedMember): ServedMember => (PERSONAL.has(key) ? MASK : value);

function masked(value: ServedMember, mask: (key: string, value: ServedMember) => ServedMember): ServedMember {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mask(key, member)]));
}
