/** Subjects of forecasts. Each kind is declared once: its items, their capacity, and the history that they are judged by. */
import { isNumber } from '../../core/members.ts';
import type { Forecast, ForecastKind } from '../../core/forecast.ts';
import { mountedOnce } from '../../core/mounted-once.ts';
import { isImage, isReadOnly } from '../../core/read-only.ts';
import type { PluginValue, Served } from '../../core/served.ts';
import { nameSeries } from '../../core/series-name.ts';
import { attributesIn, attributeNumber } from '../../core/smart-words.ts';
import { isStale } from '../../core/stale.ts';

type Named = Pick<Forecast, 'subject' | 'label'>;

/** Fills up to a limit. */
export interface Filling extends Named {
  readonly used: number;
  readonly limit: number;
  readonly unit: 'byte' | 'number';
  /** Size of all there is, for which a clean-up is large or small. */
  readonly size: number;
  /** Id of the series of what is left; null: the memory of the program of this name. */
  readonly left: string | null;
}

/** Ends at a time that is known. */
export type Dated = Named & Pick<Forecast, 'from' | 'likely' | 'to'>;

/** Bytes of memory by name of the program. */
export type Sizes = ReadonlyMap<string, number>;

export interface Values {
  /** Latest value of a plugin; null: there is none. */
  latest(plugin: string): PluginValue;
  /** Programs that had the most memory lately. */
  readonly programs: Sizes;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ForecastSubject {
  readonly kind: ForecastKind;
  /** A single clean-up ends the forecast: the item does not only grow. */
  readonly onlyGrows?: true;
  find(values: Values): readonly (Filling | Dated)[];
}

const listOf = (value: PluginValue): readonly Served[] => (Array.isArray(value) ? value : []);

/** Of a mounted file system with something left; null where nothing can be written. */
function fillingOf(plugin: string, item: Served, readOnly: boolean, unit: Filling['unit']): Filling | null {
  const { mnt_point: mount, alias, used, free, fs_type: type } = item;
  if (isImage(type, readOnly) || isStale(item) || !isNumber(used) || !isNumber(free) || free <= 0)
    return null;
  return {
    subject: String(mount),
    label: String(alias ?? mount),
    used,
    limit: used + free,
    unit,
    size: used + free,
    left: `${plugin}/${nameSeries('free', String(mount)).name}`,
  };
}

const space: ForecastSubject = {
  kind: 'fs',
  find: ({ latest }) =>
    mountedOnce(listOf(latest('fs'))).flatMap(
      (item) => fillingOf('fs', item, isReadOnly(item['options']), 'byte') ?? [],
    ),
};

const inodes: ForecastSubject = {
  kind: 'inodes',
  find: ({ latest }) =>
    mountedOnce(listOf(latest('inodes'))).flatMap(
      (item) => fillingOf('inodes', item, item['read_only'] === true, 'number') ?? [],
    ),
};

/** Programs whose memory only grows fill what is available. */
const programs: ForecastSubject = {
  kind: 'programs',
  onlyGrows: true,
  find({ latest, programs: most }) {
    const { available, total } = (latest('mem') ?? {}) as Served;
    if (!isNumber(available) || !isNumber(total)) return [];
    return [...most].map(([name, used]) => ({
      subject: name,
      label: name,
      used,
      limit: used + available,
      unit: 'byte' as const,
      size: total,
      left: null,
    }));
  },
};

const HOUR_MS = 3_600_000;
/** Three months: before that a percent may be the first use of a new disk. */
const LEAST_POWERED_HOURS = 2160;
/** Percent of its endurance that a disk has used, by names of smartctl; ATA disks count down from 100. */
const USED = /^Percentage used/;
const LEFT = /^(Wear_Leveling_Count|Media_Wearout_Indicator|Percent_Lifetime_Remain|SSD_Life_Left)$/;
const POWERED = /^Power[-_ ]on[-_ ]hours/i;

/** Disks count whole percent since they were new, so their history is in the latest reading. */
const wear: ForecastSubject = {
  kind: 'wear',
  find: ({ latest, now }) => listOf(latest('smart')).flatMap((disk) => wearOf(disk, now) ?? []),
};

function wearOf(disk: Served, now: number): Dated | null {
  const name = String(disk['DeviceName']);
  const attributes = attributesIn(disk);
  const left = attributeNumber(attributes, LEFT, 'value');
  const used = left === null ? (attributeNumber(attributes, USED) ?? 0) : 100 - left;
  const hours = attributeNumber(attributes, POWERED) ?? 0;
  // A percent more or less: the disk rounds.
  if (!(used >= 2 && used < 99 && hours >= LEAST_POWERED_HOURS)) return null;
  const until = (percent: number, rest: number): number => now + (rest / (percent / hours)) * HOUR_MS;
  return {
    subject: name,
    label: name.split(' ', 1)[0] ?? name,
    from: until(used + 1, 99 - used),
    likely: until(used, 100 - used),
    to: until(used - 1, 101 - used),
  };
}

const certificates: ForecastSubject = {
  kind: 'certificates',
  find: ({ latest, now }) =>
    listOf(latest('checks')).flatMap(({ name, description, certificate_days: days }) => {
      if (!isNumber(days) || days < 0) return [];
      const end = Math.round(now + days * 24 * HOUR_MS);
      return [{ subject: String(name), label: String(description ?? name), from: end, likely: end, to: end }];
    }),
};

export const FORECAST_SUBJECTS: readonly ForecastSubject[] = [space, inodes, programs, wear, certificates];
