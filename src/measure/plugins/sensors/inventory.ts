/** The sensors of this host, with their labels. */
import type { Host } from '../../../core/host.ts';
import type { NameFilter } from '../../../core/name-filter.ts';
import { naturalOrder } from '../shared/natural-order.ts';
import { type Battery, findBatteries } from './batteries.ts';
import { findFans, findTemperatures } from './hwmon.ts';
import { LabelBook, labelsOf } from './labels.ts';
import type { Sensor, SensorType } from './sensor.ts';
import { findThermalZones } from './thermal-zones.ts';

export type Labelled<T> = T & { readonly shownAs: string };

export interface Inventory {
  /** Temperatures, then fans, each in the natural order of their labels. */
  readonly sensors: readonly Labelled<Sensor>[];
  readonly batteries: readonly Labelled<Battery>[];
  /** How many exist, shown or hidden. */
  readonly found: number;
  /** Labels that are in use. */
  readonly book: LabelBook;
}

/** Label of a sensor: alias of its name, otherwise of name and type. Null: hidden. */
export function shownLabel(filter: NameFilter, label: string, type: SensorType): string | null {
  const long = `${label}_${type}`;
  return filter.serves(label, long) ? (filter.labelOf(label) ?? filter.labelOf(long) ?? label) : null;
}

export function takeInventory(host: Host, filter: NameFilter): Inventory {
  const inChips = [...findTemperatures(host)];
  const temperatures = inChips.length > 0 ? inChips : [...findThermalZones(host)];
  const fans = [...findFans(host)];
  const batteries = findBatteries(host);
  const book = new LabelBook();

  const label = <T>(found: readonly T[], type: SensorType, labels: readonly string[]): Labelled<T>[] =>
    found
      .flatMap((thing, index) => {
        const shownAs = shownLabel(filter, labels[index] ?? '', type);
        return shownAs === null ? [] : [{ ...thing, shownAs }];
      })
      .toSorted((a, b) => naturalOrder(a.shownAs, b.shownAs))
      .map((thing) => ({ ...thing, shownAs: book.take(thing.shownAs, type) }));

  return {
    sensors: [
      ...label(temperatures, 'temperature_core', labelsOf(temperatures)),
      ...label(fans, 'fan_speed', labelsOf(fans)),
    ],
    batteries: label(
      batteries,
      'battery',
      batteries.map(({ name }) => `BAT ${name}`),
    ),
    found: temperatures.length + fans.length + batteries.length,
    book,
  };
}
