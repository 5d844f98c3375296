/**
 * Text formats of Prometheus (0.0.4) and OpenMetrics (1.0). Buckets of histograms and creation times are left out; their sums and
 * counts are counters, quantiles are gauges. A time stamp only says whether a sample is too old.
 */
import { unitNamed } from '../units.ts';
import {
  type About,
  checkedLabels,
  checkedName,
  checkedValue,
  type Label,
  newReading,
  plainWords,
  type Reading,
  refuse,
  Refused,
  unitOf,
} from '../sample.ts';
import { metadataIn } from './metadata.ts';

/** Metadata of a metric family. */
interface Family {
  type: string;
  about: About;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const COMMENT = /^#\s*(TYPE|HELP|UNIT|GANDER)\s(.*)$/;
const OF_BUCKETS = new Set(['histogram', 'gaugehistogram']);
/** Of a family, behind its name. */
const SUFFIX = /_(?:total|sum|count|bucket|created|info|gsum|gcount)$/;
const COUNTERS = new Set(['_total', '_sum', '_count']);

/** @param now milliseconds since the epoch @param oldMs samples older than that are refused */
export function parsePrometheus(text: string, now: number, oldMs: number): Reading {
  const reading = newReading();
  const families = new Map<string, Family>();
  let pending: About | null = null;
  const familyOf = (name: string): Family => {
    let found = families.get(name);
    if (found === undefined) families.set(name, (found = { type: '', about: {} }));
    return found;
  };
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    const line = raw.trim();
    if (line === '') continue;
    if (line === '# EOF') break;
    try {
      if (line.startsWith('#')) {
        const [, word, text = ''] = COMMENT.exec(line) ?? [];
        if (word === undefined) continue;
        const rest = text.trimStart();
        if (isOfExporter(rest)) continue;
        if (word === 'GANDER') {
          const { name, about } = metadataIn(rest);
          if (name === null) pending = about;
          else Object.assign(familyOf(name).about, about);
        } else describe(familyOf, word, rest);
        continue;
      }
      if (isOfExporter(line)) continue;
      const { name, labels, value, stamp } = parseLine(line);
      const base = name.replace(SUFFIX, '');
      const family = families.get(name) ?? families.get(base) ?? { type: '', about: {} };
      if (pending !== null) {
        Object.assign(familyOf(families.has(name) || !families.has(base) ? name : base).about, pending);
        Object.assign(family.about, pending);
        pending = null;
      }
      const suffix = name.slice(base.length);
      if (isLeftOut(family.type, suffix)) continue;
      if (stamp !== null && now - stamp * (stamp > 1e11 ? 1 : 1000) > oldMs)
        throw new Refused('its time stamp is too old');
      const kind = kindOf(family.type, suffix);
      const about = { ...family.about, kind };
      reading.samples.push({
        name,
        labels: checkedLabels(labels),
        value: checkedValue(value),
        about: {
          ...about,
          unit: OF_BUCKETS.has(family.type) && suffix === '_count' ? null : unitOf(name, about),
        },
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(reading, `line ${number}`, error.message);
    }
  }
  return reading;
}

function describe(familyOf: (name: string) => Family, word: string, rest: string): void {
  const [name = '', ...words] = rest.split(/\s+/);
  const text = words.join(' ');
  const family = familyOf(checkedName(name));
  if (word === 'TYPE') family.type = text;
  else if (word === 'HELP')
    family.about.help ??= plainWords(text.replaceAll('\\n', ' ').replaceAll('\\\\', '\\'));
  else family.about.unit ??= unitNamed(text) ?? null;
}

/** Metrics that an exporter has of itself; ours have the same names. */
const isOfExporter = (text: string): boolean => text.startsWith('process_') || text.startsWith('nodejs_');

const isLeftOut = (type: string, suffix: string): boolean =>
  (suffix === '_bucket' && OF_BUCKETS.has(type)) ||
  (suffix === '_created' && type !== '' && type !== 'gauge');

function kindOf(type: string, suffix: string): 'gauge' | 'counter' {
  if (type === 'counter') return 'counter';
  if (type === 'histogram' || type === 'summary') return COUNTERS.has(suffix) ? 'counter' : 'gauge';
  return type !== 'gauge' && suffix === '_total' ? 'counter' : 'gauge';
}

interface Line {
  readonly name: string;
  readonly labels: readonly Label[];
  readonly value: number;
  /** Time stamp as written; null if there is none. */
  readonly stamp: number | null;
}

function parseLine(line: string): Line {
  const end = line.search(/[\s{]/);
  if (end <= 0) throw new Refused('expected a name, labels in braces, and a number');
  const name = checkedName(line.slice(0, end));
  let rest = line.slice(end).trimStart();
  let labels: readonly Label[] = [];
  if (rest.startsWith('{')) [labels, rest] = parseLabels(rest);
  // Behind the sign stands an exemplar.
  const [value, stamp, more] = (rest.split(' # ', 1)[0] ?? '').trim().split(/\s+/);
  if (more !== undefined) throw new Refused('more stands behind its number than a time stamp');
  return { name, labels, value: numberIn(value ?? ''), stamp: stamp === undefined ? null : stampIn(stamp) };
}

function numberIn(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  if (/^[+-]?inf(?:inity)?$/i.test(text)) throw new Refused('infinity is no measurement');
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  throw new Refused('expected a number behind its name');
}

function stampIn(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  throw new Refused('expected a time stamp behind its number');
}

const ONE_LABEL = /\s*([^\s=,{}"]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|\})/y;

/** Parses the labels; returns them with the text behind them. */
function parseLabels(text: string): [Label[], string] {
  const labels: Label[] = [];
  let at = 1;
  const empty = /\s*\}/y;
  for (;;) {
    empty.lastIndex = at;
    if (empty.test(text)) return [labels, text.slice(empty.lastIndex)];
    ONE_LABEL.lastIndex = at;
    const match = ONE_LABEL.exec(text);
    if (match === null) throw new Refused('expected labels such as {name="value"}');
    const [, name = '', value = '', end] = match;
    labels.push([name, unescaped(value)]);
    at = ONE_LABEL.lastIndex;
    if (end === '}') return [labels, text.slice(at)];
  }
}

const unescaped = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one)) : text;
