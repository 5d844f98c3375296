/** The summary of `--fetch`: the host at a glance, 80 columns wide. */
import type { Level } from '../../core/level-rule.ts';
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { paint, type Paint, type Style } from './style.ts';
import { bytes, cutToWidth } from './text.ts';

interface FetchSetup {
  /** Returns the value of a plugin; undefined when it is disabled. */
  valueOf(plugin: string): PluginValue;
  /** Returns the verdicts on it. */
  judge(plugin: string): readonly Pick<LevelVerdict, 'field' | 'identity' | 'level'>[];
  style: Style;
  /** Network rates in bits, else in bytes. */
  bits: boolean;
  /** This process, which is left out; null: it is not there. */
  pid: number | null;
}

const WIDTH = 80;
const INNER = WIDTH - 4;
const BAR = 18;
const TOP = 3;
const LABEL = 16;

/** A line: its text, and the text with colours. */
type Line = readonly [plain: string, painted: string];
const plain = (text: string): Line => [text, text];

export function fetchSummary(setup: FetchSetup): string {
  const blocks = [host(setup), usage(setup), fileSystems(setup), networks(setup), processes(setup)];
  const summary = framed(
    blocks.filter((block) => block.length > 0),
    setup.style,
  );
  return setup.style.unicode ? summary : summary.replaceAll(/[\u0080-\uffff]/g, '?');
}

function object({ valueOf }: FetchSetup, plugin: string): Served {
  const value = valueOf(plugin);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Served) : {};
}

function items({ valueOf }: FetchSetup, plugin: string): Served[] {
  const value = valueOf(plugin);
  return Array.isArray(value) ? (value as Served[]) : [];
}

/** On one line; names are chosen by others. */
const textOf = (value: ServedMember): string => (typeof value === 'string' ? cutToWidth(value, INNER) : '');
const numberAt = (item: Served, key: string): number | null => {
  const value = item[key];
  return typeof value === 'number' ? value : null;
};

/** Name, address and uptime; what runs on it; load. */
function host(setup: FetchSetup): Line[] {
  const system = object(setup, 'system');
  const address = textOf(object(setup, 'ip')['address']);
  const uptime = textOf(setup.valueOf('uptime'));
  const name = textOf(system['hostname']) || 'this host';
  const about = [address, uptime && `up ${uptime}`].filter((part) => part !== '').join('  ');
  const head = cutToWidth(name, INNER - about.length - 2);
  const gap = ' '.repeat(Math.max(2, INNER - head.length - about.length));
  const load = object(setup, 'load');
  const loads = ['min1', 'min5', 'min15'].map((key) => numberAt(load, key));
  return [
    [head + gap + about, paint(setup.style, 'bold', head) + gap + about],
    ...(textOf(system['hr_name']) === '' ? [] : [plain(textOf(system['hr_name']))]),
    ...(loads.includes(null)
      ? []
      : [plain(`${'Load'.padEnd(LABEL)}${loads.map((value) => value?.toFixed(2)).join('  ')}`)]),
  ];
}

/** Bars of processor, memory and swap. */
function usage(setup: FetchSetup): Line[] {
  const memory = object(setup, 'mem');
  const swap = object(setup, 'memswap');
  const of = (item: Served): string =>
    `${bytes(numberAt(item, 'used'))} of ${bytes(numberAt(item, 'total'))}`;
  const share = (label: string, plugin: string, field: string, detail: string): Line[] =>
    bar(setup.style, {
      label,
      percent: numberAt(object(setup, plugin), field),
      detail,
      level: levelsIn(setup, plugin, field).get(null),
    });
  return [
    ...share('CPU', 'cpu', 'total', ''),
    ...share('Memory', 'mem', 'percent', of(memory)),
    ...(numberAt(swap, 'total') ? share('Swap', 'memswap', 'percent', of(swap)) : []),
  ];
}

function fileSystems(setup: FetchSetup): Line[] {
  // The share is judged under the name of the used space.
  const levels = levelsIn(setup, 'fs', 'used');
  return items(setup, 'fs').flatMap((item) =>
    bar(setup.style, {
      label: textOf(item['mnt_point']),
      percent: numberAt(item, 'percent'),
      detail: `${bytes(numberAt(item, 'used'))} of ${bytes(numberAt(item, 'size'))}`,
      level: levels.get(item['mnt_point']),
    }),
  );
}

/** Levels of a field by the identity of items; null: that of an object. */
const levelsIn = ({ judge }: FetchSetup, plugin: string, field: string): ReadonlyMap<ServedMember, Level> =>
  new Map(
    judge(plugin).flatMap(({ field: own, identity, level }) => (own === field ? [[identity, level]] : [])),
  );

function networks(setup: FetchSetup): Line[] {
  const rate = (item: Served, key: string): string => {
    const value = numberAt(item, `${key}_rate_per_sec`);
    return setup.bits ? `${bytes(value === null ? null : value * 8, 1000)}b/s` : `${bytes(value)}B/s`;
  };
  return items(setup, 'network').map((item) => {
    const label = cutToWidth(textOf(item['interface_name']), LABEL - 1).padEnd(LABEL);
    return plain(
      `${label}in ${rate(item, 'bytes_recv').padStart(9)}   out ${rate(item, 'bytes_sent').padStart(9)}`,
    );
  });
}

/** Lists the busiest processes by CPU and by memory. */
function processes(setup: FetchSetup): Line[] {
  const others = items(setup, 'processlist').filter((item) => item['pid'] !== setup.pid);
  const top = (key: string): string =>
    others
      .filter((item) => numberAt(item, key) !== null)
      .sort((a, b) => (numberAt(b, key) ?? 0) - (numberAt(a, key) ?? 0))
      .slice(0, TOP)
      .map((item) => `${cutToWidth(textOf(item['name']), 12)} ${numberAt(item, key)?.toFixed(1)} %`)
      .join('  ');
  if (others.length === 0) return [];
  return [
    plain('Most CPU'.padEnd(LABEL) + top('cpu_percent')),
    plain('Most memory'.padEnd(LABEL) + top('memory_percent')),
  ];
}

interface Share {
  readonly label: string;
  readonly percent: number | null;
  readonly detail: string;
  readonly level: Level | undefined;
}

/** `CPU  ■■■■□□□□  23.4 %`, in the colour of its level; nothing when the value is not known. */
function bar(style: Style, { label, percent, detail, level }: Share): Line[] {
  if (percent === null) return [];
  const filled = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * BAR);
  const [full, empty] = style.unicode ? ['■', '□'] : ['#', '.'];
  const head = cutToWidth(label, LABEL - 1).padEnd(LABEL);
  const tail = `${percent.toFixed(1).padStart(6)} %   ${detail}`;
  const cells = [full.repeat(filled), empty.repeat(BAR - filled)] as const;
  return [[head + cells.join('') + tail, head + paint(style, paintOf(level), cells[0]) + cells[1] + tail]];
}

function paintOf(level: Level | undefined): Paint {
  if (level === 'CRITICAL') return 'red';
  return level === 'WARNING' || level === 'CAREFUL' ? 'yellow' : 'green';
}

function framed(blocks: readonly (readonly Line[])[], { unicode }: Style): string {
  const [horizontal, vertical, corners] = unicode ? ['─', '│', '┌┐├┤└┘'] : ['-', '|', '++++++'];
  const rule = (at: number): string => corners[at] + horizontal.repeat(WIDTH - 2) + corners[at + 1];
  const row = ([text, painted]: Line): string => {
    const shown = text.length > INNER ? cutToWidth(text, INNER) : painted;
    return `${vertical} ${shown}${' '.repeat(Math.max(0, INNER - text.length))} ${vertical}`;
  };
  const body = blocks.map((block) => block.map(row).join('\n')).join(`\n${rule(2)}\n`);
  return `${rule(0)}\n${body}\n${rule(4)}`;
}
