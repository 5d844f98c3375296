/** Alerts as changes of levels, and as incidents; both are views of the events that `/api/4/alert` shows. */
import type { SavedEvent } from '../../core/event.ts';
import { isExtraPlugin } from '../../core/glances-names.ts';
import type { Served } from '../../core/served.ts';
import { formatTimestamp } from '../json-cache/timestamp.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import type { Entry, Member5 } from './entry.ts';
import { valueFrom } from './history.ts';
import type { TimedSource } from './source.ts';

/** The values whose busiest programs are named. */
const WITH_PROGRAMS = new Set(['cpu.total', 'cpu.iowait', 'mem.percent', 'memswap.percent', 'load.min15']);

/** Times of events are whole seconds, and rates are known from the second sample on. */
const INITIAL_MS = 1500;
const INITIAL_SAMPLES = 2;

interface Alert5 {
  readonly saved: SavedEvent;
  readonly plugin: string;
  readonly field: string;
  readonly key: string | null;
  readonly level: string;
  readonly prominent: boolean;
  readonly member: Member5 | null;
  readonly programs: Served;
}

export interface AlertInputs {
  readonly agent: AgentParts;
  readonly entries: readonly Entry[];
  readonly source: TimedSource;
}

const isOngoing = ({ event }: SavedEvent): boolean => event.end === -1;

/** Null: version 5 has no such alert. @param extra also what only Gander finds */
function alertOf(saved: SavedEvent, entries: readonly Entry[], extra: boolean): Alert5 | null {
  const { plugin, field, identity, event, finding } = saved;
  const entry = entries.find((one) => one.plugin.name === plugin);
  const member = entry?.members.find((one) => one.judgedBy === field && finding === undefined) ?? null;
  const isTheirs =
    entry !== undefined && entry.dialect.isQuiet !== true && member !== null && !isExtraPlugin(plugin);
  if (!isTheirs && !extra) return null;
  const named = member?.name ?? finding?.kind ?? field;
  const has = event.top.length > 0 && WITH_PROGRAMS.has(`${plugin}.${named}`);
  return {
    saved,
    plugin: entry?.name ?? plugin,
    field: named,
    key: identity,
    level: event.state.toLowerCase(),
    prominent: member?.note.isProminent === true,
    member,
    programs: has ? { top: event.top, top_sort: event.sort } : {},
  };
}

const alertsOf = ({ agent, entries }: AlertInputs, extra: boolean): Alert5[] =>
  (agent.events?.recent() ?? []).flatMap((saved) => alertOf(saved, entries, extra) ?? []);

/** Changes of levels, the newest last: one at the begin of each event, one at its end. */
export function changes5(inputs: AlertInputs, extra: boolean): Served[] {
  const { source } = inputs;
  const { hostname = '' } = (source.latest('system') ?? {}) as { hostname?: string };
  return alertsOf(inputs, extra)
    .flatMap((alert) => changesOf(alert, inputs, hostname))
    .sort((a, b) => a.time - b.time)
    .map(({ shown }) => shown);
}

interface Change {
  readonly time: number;
  readonly shown: Served;
}

function changesOf(alert: Alert5, { agent, source }: AlertInputs, hostname: string): Change[] {
  const { saved, plugin, key, field, level, prominent, member } = alert;
  const { begin, end, max } = saved.event;
  const value = (time: number): number | null =>
    member && valueFrom(agent.store.history(saved.plugin), member, key, time);
  const first = source.firstTimeOf(saved.plugin);
  const window = INITIAL_MS + INITIAL_SAMPLES * source.secondsOf(saved.plugin) * 1000;
  const change = (time: number, own: Served): Change => ({
    time,
    shown: { ts: formatTimestamp(time), plugin, key, field, prominent, hostname, ...own },
  });
  const opening = change(begin * 1000, {
    level,
    previous_level: 'ok',
    value: value(begin * 1000) ?? max,
    is_initial: first !== null && Math.abs(begin * 1000 - first) < window,
    ...alert.programs,
  });
  if (isOngoing(saved)) return [opening];
  const ending = { level: 'ok', previous_level: level, value: value(end * 1000), is_initial: false };
  return [opening, change(end * 1000, ending)];
}

/** One for each event, the newest first. @param now milliseconds since the epoch */
export const incidents5 = (inputs: AlertInputs, extra: boolean, now: number): Served[] =>
  alertsOf(inputs, extra).map(({ saved, plugin, key, field, level, prominent, programs }) => {
    const { begin, end } = saved.event;
    const ongoing = isOngoing(saved);
    return {
      begin: formatTimestamp(begin * 1000),
      end: ongoing ? null : formatTimestamp(end * 1000),
      duration: durationText((ongoing ? now / 1000 : end) - begin),
      plugin,
      key,
      field,
      level,
      prominent,
      ongoing,
      // Events are kept as a whole.
      partial: false,
      ok: !ongoing,
      top: programs['top'] ?? null,
      top_sort: programs['top_sort'] ?? null,
    };
  });

/** `43s`, `2m58s`, `1h13m`, `2d04h`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)}h${two((whole % 3600) / 60)}m`;
  return `${Math.floor(whole / 86_400)}d${two((whole % 86_400) / 3600)}h`;
}
