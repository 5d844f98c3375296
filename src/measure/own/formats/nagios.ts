/**
 * The output of plugins of Nagios, Icinga and monitoring-plugins
 * (https://www.monitoring-plugins.org/doc/guidelines.html): the exit code is the level, the performance data are the numbers. Their
 * thresholds are not judged again.
 */
import { unitNamed } from '../units.ts';
import {
  checkedValue,
  type Label,
  checkedLabels,
  madeName,
  newReading,
  plainWords,
  type Reading,
  refuse,
  Refused,
  type State,
} from '../sample.ts';
import type { Unit } from '../../../core/unit.ts';

const STATES: readonly State[] = ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'];
const ONE = /\s*(?:'((?:[^']|'')*)'|([^\s=']+))=(\S*)/y;
const VALUE = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-zA-Z%]*)$/i;

/** Factor and unit by the unit of the performance data. */
const UNITS: Readonly<Record<string, readonly [number, Unit]>> = {
  us: [1e-6, 'second'],
  ms: [1e-3, 'second'],
  kb: [1e3, 'bytes'],
  mb: [1e6, 'bytes'],
  gb: [1e9, 'bytes'],
  tb: [1e12, 'bytes'],
  kib: [1024, 'bytes'],
  mib: [1024 ** 2, 'bytes'],
  gib: [1024 ** 3, 'bytes'],
  tib: [1024 ** 4, 'bytes'],
};

/** @param code exit code of the program */
export function parseNagios(text: string, code: number): Reading {
  const reading = newReading();
  const state = STATES[code] ?? 'UNKNOWN';
  const [words, data] = parts(text);
  reading.samples.push({
    name: 'status',
    labels: [],
    value: code >= 0 && code <= 3 ? code : 3,
    about: { kind: 'gauge', unit: null, help: 'Exit code: 0 OK, 1 warning, 2 critical, 3 unknown.' },
    state,
    message: plainWords(words),
  });
  for (let at = 0; at < data.length; at = ONE.lastIndex) {
    ONE.lastIndex = at;
    const match = ONE.exec(data);
    if (match === null) {
      if (data.slice(at).trim() !== '')
        refuse(reading, 'performance data', "expected 'label'=value;warn;crit");
      break;
    }
    const label = (match[1]?.replaceAll("''", "'") ?? match[2] ?? '').trim();
    try {
      reading.samples.push(sampleOf(label, match[3] ?? ''));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(reading, 'performance data', error.message);
    }
  }
  return reading;
}

/** Labels such as `/` and `C:\ %` are no names: they stand beside the name `perf`. */
function sampleOf(label: string, data: string): Reading['samples'][number] {
  const [text = ''] = data.split(';');
  const plain = /^[\w .:-]+$/.test(label);
  const about = { kind: 'gauge' as 'gauge' | 'counter', unit: null as Unit | null };
  const name = plain ? madeName(label) : 'perf';
  const labels: readonly Label[] = plain ? [] : checkedLabels([['label', label]]);
  // A value that could not be determined.
  if (text === 'U') return { name, labels, value: Number.NaN, about };
  const [, digits, unit = ''] = VALUE.exec(text) ?? [];
  if (digits === undefined) throw new Refused('a value is no number');
  if (unit === 'c')
    return { name, labels, value: checkedValue(Number(digits)), about: { kind: 'counter', unit: null } };
  const [factor, known] = UNITS[unit.toLowerCase()] ?? [1, unitNamed(unit) ?? null];
  return { name, labels, value: checkedValue(Number(digits) * factor), about: { ...about, unit: known } };
}

/** Words for people, and performance data: behind the `|` of the first line, and of a later one with all lines that follow. */
function parts(text: string): [words: string, data: string] {
  const [first = '', ...rest] = text.split('\n');
  const [words = '', data = ''] = cut(first);
  const [, more = ''] = cut(rest.join('\n'));
  return [words, `${data} ${more}`.replaceAll(/\s+/g, ' ').trim()];
}

function cut(text: string): [string, string] {
  const at = text.indexOf('|');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
