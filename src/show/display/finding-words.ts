/** Verdicts in words: the problem and the threshold. */
import type { Served, ServedMember } from '../../core/served.ts';
import type { Amp, Container, Folder, Port, RaidArray, SmartDevice, VirtualMachine } from './snapshots.ts';
import { named, say, type Said, type Word } from '../../core/said.ts';
import { endOf } from '../../core/unit-words.ts';
import { nameOf, memberText } from './declared.ts';
import { folderWord } from './folder-words.ts';
import { checkWord, portWord } from './port-words.ts';
import { arrayWord } from './raid-words.ts';
import { healthOf } from './disk-health.ts';
import { kindOf } from './kinds.ts';
import { spokenWord } from './said-words.ts';
import { englishWords, labelWord } from './series-names.ts';
import { seriesOfVerdict } from './series.ts';
import { LEVEL_WORDS, LEVELS, levelOfVerdict } from './levels.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import type { Kind } from './units.ts';
import { localName, type Phrase, t } from './language.ts';

/** Formats a value. */
export type Amount = (value: ServedMember, kind: Kind) => Word;
export type Text = (value: ServedMember, kind: Kind) => string;

/** In place of the level of an item that does not answer. */
export const SILENT = 'does not answer';

/** Items whose states are no numbers, by plugin. */
interface Stated {
  amps: Amp;
  containers: Container;
  folders: Folder;
  ports: Port;
  raid: RaidArray;
  smart: SmartDevice;
  units: Served;
  vms: VirtualMachine;
}

const STATES: { readonly [P in keyof Stated]: (served: Stated[P], amount: Amount) => Word } = {
  amps: ({ count }) => say('{count} running', { count: count ?? 0 }),
  containers: ({ status }) => status,
  folders: ({ errno }) => folderWord(errno),
  ports(served, amount) {
    const { word, seconds } = portWord(served);
    if (seconds === null) return word;
    const time = amount(seconds, 'seconds');
    return word === '' ? time : say('{status} {time}', { status: word, time });
  },
  raid: arrayWord,
  smart: (served) => healthOf(served).word,
  units: (served) => endOf(served) ?? say('failed'),
  vms: ({ status }) => status,
};

/** The cause of a state, where its word does not name it. */
const CAUSES: { readonly [P in keyof Stated]?: (served: Stated[P]) => readonly string[] } = {
  amps: ({ countmin: least, countmax: most }) => [
    ...(least === null ? [] : [t('at least {least} expected', { least: String(least) })]),
    ...(most === null ? [] : [t('at most {most} expected', { most: String(most) })]),
  ],
  smart: (served) => healthOf(served).because,
};

/** A series of a source that judges itself, such as a plugin of Nagios. */
const isJudged = (served: Served): boolean =>
  typeof served['metric'] === 'string' && typeof served['state'] === 'string';

const isStated = (plugin: string): plugin is keyof Stated => plugin in STATES;

/** Values of folders and ports are judged by more than thresholds. */
const hasState = (plugin: string, served: Served): boolean =>
  plugin === 'folders' ? served['errno'] !== 0 : isStated(plugin);

const stateOf = (plugin: string, { thresholds }: ShownVerdict, served: Served): boolean =>
  (thresholds === null || plugin === 'folders' || plugin === 'ports') && hasState(plugin, served);

const kindOfVerdict = (plugin: string, field: string, { unit }: ShownVerdict, served: Served): Kind =>
  field.endsWith('latency') ? 'milliseconds' : kindOf(plugin, field, UNIT_OF[field] ?? unit, served);

/** Series whose unit differs from that of the compared number. */
const UNIT_OF: Readonly<Record<string, string>> = {
  bytes_recv_rate_per_sec: 'byte',
  bytes_sent_rate_per_sec: 'byte',
  elapsed: 'second',
  memory_usage: 'byte',
  size: 'byte',
  status: 'second',
  used: 'byte',
};

/** Fields represented by the title of their plugin or item. */
export const WHOLES: ReadonlySet<string> = new Set(['percent', 'size', 'total', 'value']);

/** `time of a read 84 ms`, `inactive`, `95.0 %`. */
function valueWord(plugin: string, verdict: ShownVerdict, served: Served, amount: Amount): Word {
  if (isJudged(served)) return memberText(served['message']) || memberText(served['state']);
  if (stateOf(plugin, verdict, served))
    // An item of another agent may lack its state.
    return (isStated(plugin) && STATES[plugin](served as never, amount)) || '';
  const field = Object.keys(verdict.series)[0] ?? verdict.field;
  return amount(served[field], kindOfVerdict(plugin, field, verdict, served));
}

/** Names the judged value: `Disk sdd time of a read`, `RAID md127`, `/home`. */
function subjectWord(plugin: string, verdict: ShownVerdict, served: Served): Word {
  const { item } = verdict;
  if (plugin === 'fs') return item ?? '';
  if (plugin === 'smart') return say('Disk {name}', { name: item?.split(' ')[0] ?? '' });
  if (plugin === 'ports') return checkWord(item, String(served['description'] || served['url'] || item));
  if (plugin === 'gpu' || plugin === 'npu')
    return { title: String(served['name'] || item), item: null, words: englishWords(verdict.field) };
  if (isJudged(served)) return labelWord(plugin, null, null);
  if (typeof served['title'] === 'string') return nameOf(served, item ?? '');
  if (stateOf(plugin, verdict, served)) return labelWord(plugin, item, null);
  const series = seriesOfVerdict(plugin, verdict);
  const isWhole = series === null || WHOLES.has(series.field);
  return isWhole ? labelWord(plugin, item, null) : labelWord(plugin, series.item, series.field);
}

/** The subject in the language of the reader. */
export const subjectWords = (plugin: string, verdict: ShownVerdict, served: Served): string =>
  spokenWord(subjectWord(plugin, verdict, served));

/** Ratio of a value to its threshold; 0: unknown. */
export function excessOf(verdict: ShownVerdict, served: Served): number {
  const { series, isLow } = verdict;
  const [first] = Object.entries(series);
  const name = levelOfVerdict(verdict);
  if (first === undefined || name === null) return 0;
  const [value, limit] = [Number(served[first[0]]), first[1][name] ?? 0];
  const excess = isLow ? limit / value : value / limit;
  return Number.isFinite(excess) ? excess : 0;
}

/** `/media/archive`, and `/media/archive 95.0 % full, 205 MiB left`. */
export function findingWords(
  plugin: string,
  verdict: ShownVerdict,
  served: Served,
  amount: Amount,
): [subject: Word, sentence: Said] {
  const subject = subjectWord(plugin, verdict, served);
  if (verdict.isStale) return [subject, say('{subject} does not answer', { subject })];
  const value = valueWord(plugin, verdict, served, amount);
  if (plugin === 'fs') {
    const free = amount(served['free'], 'bytes');
    return [subject, say('{subject} {value} full, {free} left', { subject, value, free })];
  }
  if (plugin === 'diskio') {
    const disk = say('Disk {item}:', { item: verdict.item ?? '' });
    return [subject, say('{disk} {field} {value}', { disk, field: named(fieldText(verdict.field)), value })];
  }
  if (plugin === 'smart' && isFailing(value)) return [subject, say('{subject} is failing', { subject })];
  if (isJudged(served)) return [subject, say('{subject}: {value}', { subject, value })];
  return stateOf(plugin, verdict, served)
    ? [subject, say('{subject} {value}', { subject, value })]
    : [subject, say('{subject} at {value}', { subject, value })];
}

const isFailing = (value: Word): boolean =>
  typeof value === 'object' && 'text' in value && value.text === 'failing';

const SENTENCES: Readonly<Record<string, Phrase>> = {
  read_latency: 'a read takes',
  write_latency: 'a write takes',
};
const fieldText = (field: string): string => SENTENCES[field] ?? englishWords(field);

/** `Critical: time of a read 84 ms, threshold 50 ms`; empty for what is well. */
export function findingReason(plugin: string, verdict: ShownVerdict, served: Served, text: Text): string {
  const level = levelOfVerdict(verdict);
  if (level === null) return '';
  const value = spokenWord(valueWord(plugin, verdict, served, text));
  if (verdict.isStale)
    return value === '' ? t('Does not answer') : t('Does not answer: the last value was {value}', { value });
  if (isJudged(served) || stateOf(plugin, verdict, served))
    return [
      `${t(LEVEL_WORDS[level])}: ${value}`,
      ...((isStated(plugin) && CAUSES[plugin]?.(served as never)) || []),
    ].join(', ');
  const field = Object.keys(verdict.series)[0] ?? verdict.field;
  const limit = verdict.series[field]?.[LEVELS.find((one) => one === level) ?? 'critical'] ?? null;
  const kind = kindOfVerdict(plugin, field, verdict, served);
  // Negative values are CAREFUL whatever the thresholds: disconnected sensors report them.
  const isNegative = Number(served[field]) < 0 && verdict.isLow !== true;
  const of =
    limit === null
      ? ''
      : isNegative
        ? t(', below zero')
        : t(', threshold {limit}', { limit: text(limit, kind) });
  return `${t(LEVEL_WORDS[level])}: ${`${localName(fieldText(field))} ${value}`.trim()}${of}`;
}
