/** The subject of an event, from verdicts, since events name it in capitals only. */
import type { PluginValue, Served } from '../../core/served.ts';
import { KIND_TITLES, kindTitle } from '../../core/kind-titles.ts';
import { printable } from './printable.ts';
import { itemsById, type Series, seriesOfVerdict } from './series.ts';
import { servedBy } from './served-by.ts';
import { subjectWords, WHOLES } from './finding-words.ts';
import { kindOf } from './kinds.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import type { VerdictSource } from './verdicts.ts';
import type { Kind } from './units.ts';
import { checkName } from './port-words.ts';
import type { Check } from './snapshots.ts';
import { joined, plainTitle, TITLED, titleOf, wordsOf } from './series-names.ts';
import { localName, withinSentence } from './language.ts';

export interface Subject {
  /** Empty: unknown. */
  plugin: string;
  /** In words: `Network eth0 received`. */
  label: string;
  /** Recorded series of the value; null if there is none. */
  series: Series | null;
  /** How the numbers of the event are shown, what they are shares of, and whether low ones are worse; null: they are not known to say anything. */
  compared: { kind: Kind; of: string; isLow: boolean } | null;
}

/** Units that determine the display of a number. */
const UNITS: Readonly<Record<string, Kind>> = {
  celsius: 'celsius',
  millisecond: 'milliseconds',
  percent: 'percent',
};

/** Kind of the number compared with thresholds. */
export function comparedKind(
  plugin: string,
  { series, field, unit }: Pick<ShownVerdict, 'field'> & { series: object; unit: string | null },
): Kind {
  return UNITS[unit ?? ''] ?? kindOf(plugin, Object.keys(series)[0] ?? field, unit);
}

/** Known facts of an event; compatible lists have its type only. */
export interface NamedEvent {
  readonly type: string;
  readonly plugin?: string;
  readonly field?: string;
  readonly identity?: string | null;
  /** Name of its alert kind, and the item for people. */
  readonly kind?: string | null;
  readonly subject?: string | null;
}

/** @param latest returns the latest value of a plugin */
export function subjectOf(
  event: NamedEvent,
  verdicts: VerdictSource,
  latest: (plugin: string) => PluginValue,
): Subject {
  const { type } = event;
  const plugin = namedIn(type, verdicts.plugins());
  const named = plugin === undefined ? [] : verdicts.ofPlugin(plugin).filter(({ stat }) => stat === type);
  const label = named.length === 0 ? labelOfKind(withCheckName(event, latest)) : null;
  if (label !== null) return { plugin: event.plugin ?? '', label, series: null, compared: null };
  if (plugin === undefined) return { plugin: '', label: printable(type), series: null, compared: null };
  // Where a value is judged twice, the one that speaks of it comes last: of the load that over 15 minutes.
  const verdict = named.at(-1);
  const series = verdict === undefined ? null : seriesOfVerdict(plugin, verdict);
  if (verdict === undefined || series === null)
    return { plugin, label: plainLabel(type, plugin, latest(plugin)), series: null, compared: null };
  // If items share a name, the event does not identify one.
  const isNamed = new Set(named.map(({ item }) => item)).size === 1;
  return {
    plugin,
    label: isNamed
      ? printable(subjectWords(plugin, verdict, servedBy(latest(plugin))(verdict.item)))
      : `${titleOf(plugin)} ${wordsOf(series.field)}`,
    series,
    compared: { kind: comparedKind(plugin, verdict), of: verdict.of ?? '', isLow: verdict.isLow === true },
  };
}

/** Events name checks by their ids. */
function withCheckName(event: NamedEvent, latest: (plugin: string) => PluginValue): NamedEvent {
  if (typeof event.subject === 'string') return event;
  const checks = latest('checks');
  for (const { name, description } of (Array.isArray(checks) ? checks : []) as Partial<Check>[])
    if (name !== undefined && event.type.endsWith(`_DOWN_${name.toUpperCase()}`))
      return { ...event, subject: checkName(name, description || name) };
  return event;
}

/** Returns the same without verdicts, as of other servers: `/home` for `FS_/HOME`. */
export function labelOfEvent(event: NamedEvent): string {
  const { type } = event;
  const label = labelOfKind(event);
  if (label !== null) return label;
  const { plugin: own, field, identity } = event;
  if (own !== undefined && field !== undefined) {
    if (own === 'fs') return printable(identity ?? '');
    const isWhole =
      type ===
        joined(own, identity ?? '')
          .toUpperCase()
          .replace(' ', '_') || WHOLES.has(field);
    const words = isWhole && JUDGED[own] !== field ? '' : wordsOf(field);
    return printable(joined(titleOf(own), identity ?? '', words));
  }
  const plugin = namedIn(type, TITLED);
  return plugin === undefined ? type : plainLabel(type, plugin, null);
}

/** `sda: disk failing`; null for an event of a value. */
function labelOfKind({ type, kind, subject }: NamedEvent): string | null {
  const name = kind ?? namedIn(type, Object.keys(KIND_TITLES));
  if (name === undefined) return null;
  return kindLabel(name, subject ?? type.slice(name.length + 1).toLowerCase());
}

/**
 * Returns the label of a failure: the item first, since labels are cut at their end. @param subject empty or null if the kind has
 * only one
 */
export function kindLabel(kind: string, subject: string | null): string {
  const title = localName(kindTitle(kind) ?? plainTitle(kind.toLowerCase()));
  if (subject === null || subject === '') return title;
  return `${printable(localName(subject))}: ${withinSentence(title)}`;
}

/** Returns the longest name that is a prefix of the event. */
const namedIn = (text: string, names: readonly string[]): string | undefined =>
  names
    .filter((name) => text === name.toUpperCase() || text.startsWith(`${name.toUpperCase()}_`))
    .sort((a, b) => b.length - a.length)[0];

/** `RAID md127` for `RAID_MD127`, where something of this name is served; else in the words of the event. */
function plainLabel(type: string, plugin: string, value: PluginValue): string {
  const rest = type.slice(plugin.length + 1);
  const names = Array.isArray(value)
    ? [...itemsById(value as Served[]).keys()]
    : Object.keys((value as object | null) ?? {});
  const name = namedIn(rest, names);
  const words = (name === undefined ? rest : rest.slice(name.length + 1)).toLowerCase();
  if (plugin === 'fs') return printable(name ?? words);
  const field = words === '' ? (JUDGED[plugin] ?? '') : words;
  return printable(joined(titleOf(plugin), name, WHOLES.has(field) ? '' : wordsOf(field)));
}

/** The value that is judged where events name only the plugin. */
const JUDGED: Readonly<Record<string, string>> = { load: 'min15', wifi: 'quality_level' };
