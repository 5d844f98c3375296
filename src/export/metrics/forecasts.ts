/** Metrics of forecasts: seconds until something is full, if there is a forecast. */
import type { Forecast, ForecastKind } from '../../core/forecast.ts';
import { labelValue } from './escape.ts';
import type { Family } from './family.ts';
import { family } from './own.ts';

/** Certificates already have metrics of checks. */
const METRICS: Readonly<Partial<Record<ForecastKind, readonly [name: string, label: string, what: string]>>> =
  {
    fs: ['fs_full', 'mountpoint', 'Time until the file system is full'],
    inodes: ['inodes_full', 'mountpoint', 'Time until the file system has no free inodes'],
    programs: [
      'program_memory_full',
      'program',
      'Time until a program that only grows has filled the memory',
    ],
    wear: ['smart_worn_out', 'device', 'Time until the endurance of the disk is used up'],
  };

const ENDS = [
  ['', 'likely', ''],
  ['_earliest', 'from', ', at the earliest'],
  ['_latest', 'to', ', at the latest'],
] as const;

/** @param time milliseconds since the epoch */
export const forecastFamilies = (forecasts: readonly Forecast[], time: number): Family[] =>
  Object.entries(METRICS).flatMap(([kind, [name, label, what]]) => {
    const own = forecasts.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    return ENDS.map(([suffix, end, words]) =>
      family(
        [`gander_${name}${suffix}_seconds`, 'gauge', 'seconds', `${what}${words}, by its growth.`],
        time,
        own.map((one) => [
          Math.max(0, Math.round((one[end] - time) / 1000)),
          [label, labelValue(one.subject)],
        ]),
      ),
    );
  });
