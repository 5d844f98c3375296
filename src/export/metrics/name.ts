/** Derives metric names from field names, as Prometheus recommends. https://prometheus.io/docs/practices/naming/ */
import type { Unit } from '../../core/unit.ts';

/** Export of a unit's values. */
interface UnitRule {
  /** Factor to the base unit. */
  readonly factor: number;
  readonly suffix: string;
  /** UNIT line of OpenMetrics. */
  readonly unit: string | null;
}

const rule = (factor: number, suffix: string, unit: string | null = suffix): UnitRule => ({
  factor,
  suffix,
  unit,
});

const PLAIN = rule(1, '', null);

const UNITS: Readonly<Partial<Record<Unit, UnitRule>>> = {
  bitpersecond: rule(0.125, 'bytes_per_second', null),
  byte: rule(1, 'bytes'),
  bytepersecond: rule(1, 'bytes_per_second', null),
  bytes: rule(1, 'bytes'),
  celsius: rule(1, 'celsius'),
  hertz: rule(1, 'hertz'),
  megabyte: rule(1e6, 'bytes'),
  millisecond: rule(0.001, 'seconds'),
  numberpersecond: rule(1, 'per_second', null),
  percent: rule(0.01, 'ratio'),
  rpm: rule(1, 'rpm', null),
  second: rule(1, 'seconds'),
  seconds: rule(1, 'seconds'),
  timestamp: rule(1, 'timestamp_seconds', 'seconds'),
  watt: rule(1, 'watts'),
};

export const unitRule = (unit: Unit | null): UnitRule => (unit === null ? PLAIN : (UNITS[unit] ?? PLAIN));

/** Words that repeat the suffix. */
const UNIT_WORDS = new Set(['bytes', 'byte', 'percent', 'seconds', 'hz', 'celsius']);

/** `readBytes/sec` becomes `read_bytes_sec`. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '');

export interface NameParts {
  plugin: string;
  /** Words of the metric's name; default: the field's name. */
  words: string;
  /** True if the words were given and are kept. */
  isGiven: boolean;
  unit: Unit | null;
  isCounter: boolean;
}

/** `gander_fs_used_ratio`, without `_total`. */
export function metricName({ plugin, words, isGiven, unit, isCounter }: NameParts): string {
  const { suffix } = unitRule(unit);
  const own = isGiven ? plainWords(words) : ownWords(plainWords(words), suffix, isCounter);
  return ['gander', plugin, own, suffix].filter((word) => word !== '').join('_');
}

function ownWords(words: string, suffix: string, isCounter: boolean): string {
  const left = words.split('_').filter((word) => !UNIT_WORDS.has(word));
  // A linter treats these as parts of histograms, or as counters.
  if ((isCounter && left.at(-1) === 'count') || (suffix === '' && left.at(-1) === 'total')) left.pop();
  return left.length === 0 && suffix !== '' ? 'used' : left.join('_');
}
