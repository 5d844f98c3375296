/** Unique labels of sensors, from their drivers. */
import type { Sensor, SensorType } from './sensor.ts';

/** Labels of sensors of one type, in order. Without a label: chip name and index; duplicate labels are numbered. */
export function labelsOf(sensors: readonly Sensor[]): string[] {
  const places = new Map<string, number>();
  const numbers = new Map<string, number>();
  const taken = new Set<string>();
  const next = (counts: Map<string, number>, chip: string): number => {
    const count = counts.get(chip) ?? 0;
    counts.set(chip, count + 1);
    return count;
  };
  const byChip = groupedByChip(sensors);
  const labels = new Map(
    byChip.map((sensor) => {
      const place = next(places, sensor.chip);
      let label = sensor.label === '' ? `${sensor.chip} ${place}` : sensor.label;
      while (taken.has(label)) {
        const base = sensor.label === '' ? sensor.chip : sensor.label;
        label = `${base} ${next(numbers, sensor.chip) + 1}`;
      }
      taken.add(label);
      return [sensor, label] as const;
    }),
  );
  return sensors.map((sensor) => labels.get(sensor) ?? '');
}

/** Chips of one name together, in the order in which their names come first. */
function groupedByChip(sensors: readonly Sensor[]): Sensor[] {
  const groups = new Map<string, Sensor[]>();
  for (const sensor of sensors) {
    const group = groups.get(sensor.chip);
    if (group) group.push(sensor);
    else groups.set(sensor.chip, [sensor]);
  }
  return [...groups.values()].flat();
}

const WORDS: Readonly<Record<SensorType, string>> = {
  temperature_core: 'temperature',
  fan_speed: 'fan',
  temperature_hdd: 'disk',
  battery: 'battery',
};

/** Assigns labels that are unique across types: views and events use them as keys. */
export class LabelBook {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  copy(): LabelBook {
    return new LabelBook(this.#taken);
  }

  /** Returns the label, or a variant: a fan's `thinkpad 0` becomes `thinkpad 0 fan` if a temperature has that name. */
  take(label: string, type: SensorType): string {
    let free = label;
    for (let number = 0; this.#taken.has(free); number += 1)
      free = `${label} ${WORDS[type]}${number === 0 ? '' : ` ${number}`}`;
    this.#taken.add(free);
    return free;
  }
}
