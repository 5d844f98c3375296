/** Makes items of samples: one for each series, within the bounds, with the increase of counters. */
import { growth } from '../../core/rates.ts';
import { KEPT_PERIODS, MOST_OF_SOURCE } from './bounds.ts';
import type { OwnItem, Wished } from './declaration.ts';
import { type Reading, refuse, type Sample } from './sample.ts';
import { rateUnit } from './units.ts';

/** Room for series, which all sources share. */
export interface Room {
  left: number;
}

export interface SeriesSetup {
  /** Names of metrics that are wanted; null: all. */
  only: ((name: string) => boolean) | null;
  wished: Wished;
  /** In front of names of metrics: other forms than that of Prometheus have short ones, such as `status`. */
  prefix: string;
  room: Room;
}

interface Before {
  readonly value: number;
  readonly at: number;
}

export interface Made {
  readonly items: OwnItem[];
  /** Series beyond the bounds, which are left out. */
  readonly beyond: number;
}

/** A counter of any width and speed: where it falls, it has begun again from 0. */
const ANY_COUNTER = {
  wrap: Number.POSITIVE_INFINITY,
  fastest: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
};

export function createSeries({ only, prefix, wished, room }: SeriesSetup) {
  let counters = new Map<string, Before>();
  let taken = 0;

  const itemOf = (sample: Sample, name: string, seconds: number, next: Map<string, Before>): OwnItem => {
    const { about, value } = sample;
    const { help, title, unit = null, kind } = about;
    const common = {
      name,
      metric: prefix + sample.name,
      ...(title !== undefined && { title }),
      ...(sample.state !== undefined && { state: sample.state, message: sample.message ?? '' }),
      ...(help !== undefined && { help }),
      labels: Object.fromEntries(sample.labels),
      ...thresholdsOf({ ...about, ...wished }),
    };
    if (kind !== 'counter') return { ...common, value: Number.isNaN(value) ? null : value, unit: unit ?? '' };
    const before = counters.get(name);
    if (!Number.isNaN(value)) next.set(name, { value, at: seconds });
    const passed = before === undefined ? 0 : seconds - before.at;
    const grown = passed > 0 && before ? growth(before.value, value, passed, ANY_COUNTER) : null;
    return {
      ...common,
      value: grown === null || Number.isNaN(grown) ? null : grown / passed,
      ...(value >= 0 && { total: value }),
      unit: rateUnit(unit),
      counted_in: unit ?? '',
    };
  };

  return {
    /** @param seconds on a clock that never goes back */
    make(reading: Reading, seconds: number): Made {
      room.left += taken;
      const most = Math.min(MOST_OF_SOURCE, room.left);
      const next = new Map<string, Before>();
      const items = new Map<string, OwnItem>();
      let beyond = 0;
      for (const sample of reading.samples) {
        if (only?.(sample.name) === false) continue;
        const name = identityOf(sample);
        if (items.has(name)) refuse(reading, name, 'it has a second value, and the first one counts');
        else if (items.size >= most) beyond += 1;
        else items.set(name, itemOf(sample, name, seconds, next));
      }
      counters = next;
      taken = items.size;
      room.left -= taken;
      return { items: [...items.values()], beyond };
    },
    /** Forgets all series. */
    clear(): void {
      counters = new Map();
      room.left += taken;
      taken = 0;
    },
  };
}

/** Returns the name of the metric and the values of its labels, in the order of the labels' names. */
const identityOf = ({ name, labels }: Sample): string =>
  [name, ...labels.map(([, value]) => value)].join(' ');

function thresholdsOf({ warning, critical, below, for: seconds }: Sample['about']): Partial<OwnItem> {
  return {
    ...(warning !== undefined && { warning }),
    ...(critical !== undefined && { critical }),
    ...(below === true && { below }),
    ...(seconds !== undefined && { for: seconds }),
  };
}

/** Seconds for which values of a source are kept that fails. */
export const keptSeconds = (every: number): number => KEPT_PERIODS * every;
