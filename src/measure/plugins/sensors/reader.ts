/** Values of the sensors. */
import type { Phrase } from '../../../core/phrase.ts';
import { type Reason, say } from '../../../core/said.ts';
import { explain } from '../../../core/explain.ts';
import type { Host } from '../../../core/host.ts';
import type { NameFilter } from '../../../core/name-filter.ts';
import { passNotFetched } from '../../../core/not-fetched.ts';
import { decode } from '../../linux/bytes.ts';
import { naturalOrder } from '../shared/natural-order.ts';
import { readBattery } from './batteries.ts';
import { createDiskTemperatures, type HddtempSetup } from './disk-temperatures.ts';
import { integerOf } from './files.ts';
import { type Inventory, type Labelled, shownLabel, takeInventory } from './inventory.ts';
import type { LabelBook } from './labels.ts';
import type { Sensor, SensorType } from './sensor.ts';

/** Chips change rarely; removed ones are noticed at once. */
const INVENTORY_LASTS_MS = 60_000;
/** Most problems that are listed one by one. */
const TOLD = 3;

interface SensorItem {
  label: string;
  value: number | string | null;
  warning?: number | null;
  critical?: number | null;
  unit: string;
  status?: string;
  type: SensorType;
}

interface ReaderSetup {
  host: Host;
  filter: NameFilter;
  /** Null: the daemon is not queried. */
  hddtemp: HddtempSetup | null;
  notice(topic: string, reason: Reason | null): void;
}

interface Reading {
  items: SensorItem[];
  /** A file has vanished since the inventory. */
  isOutdated: boolean;
  problems: string[];
  /** Sensors whose chip says that they are broken. */
  faults: string[];
}

const NO_CHARGE: Phrase =
  'there are places for batteries alone: they are empty, or report no charge in percent';

/** Items by type; null: none on this host. */
export function createReader({
  host,
  filter,
  hddtemp,
  notice,
}: ReaderSetup): () => Promise<SensorItem[] | null> {
  const { clock } = host;
  const askDisks = hddtemp
    ? createDiskTemperatures(host, hddtemp, (text) => notice('hddtemp', text))
    : async () => [];
  let inventory: Inventory | null = null;
  let takenAt = Number.NEGATIVE_INFINITY;

  const renew = (): Inventory => {
    inventory = takeInventory(host, filter);
    takenAt = clock.monotonic();
    return inventory;
  };

  const disks = async (book: LabelBook): Promise<{ found: number; items: SensorItem[] }> => {
    const answers = await askDisks();
    const unique = new Map(answers.map((answer) => [answer.disk, answer]));
    const items = [...unique.values()].flatMap(({ disk, value, unit }): SensorItem[] => {
      const label = shownLabel(filter, disk, 'temperature_hdd');
      return label === null ? [] : [{ label, value, unit, type: 'temperature_hdd' }];
    });
    items.sort((a, b) => naturalOrder(a.label, b.label));
    for (const item of items) item.label = book.take(item.label, item.type);
    return { found: answers.length, items };
  };

  return async () => {
    const isDue =
      inventory === null || inventory.found === 0 || clock.monotonic() - takenAt >= INVENTORY_LASTS_MS;
    let known = isDue || inventory === null ? renew() : inventory;
    let reading = readSensors(host, known.sensors);
    if (reading.isOutdated) {
      known = renew();
      reading = readSensors(host, known.sensors);
    }
    const fromDaemon = await disks(known.book.copy());
    notice('sensors', problemText('not shown', reading.problems));
    notice('faults', problemText('broken or not connected, as their chips say', reading.faults));
    const found = known.found + fromDaemon.found;
    const shown = known.sensors.length + known.batteries.length + fromDaemon.items.length;
    notice('hidden', filter.whyEmpty(found, shown, 'sensors'));
    if (found === 0) return null;
    const items = [...reading.items, ...fromDaemon.items, ...readBatteries(host, known)];
    notice('batteries', items.length === 0 && known.batteries.length > 0 ? say(NO_CHARGE) : null);
    return items;
  };
}

function readSensors(host: Host, sensors: readonly Labelled<Sensor>[]): Reading {
  const reading: Reading = { items: [], isOutdated: false, problems: [], faults: [] };
  host.expect?.(sensors.flatMap(({ path, fault }) => (fault === null ? [path] : [path, fault])));
  for (const sensor of sensors) readSensor(host, sensor, reading);
  return reading;
}

/** An unreadable sensor is left out: clients expect a number. */
function readSensor(host: Host, sensor: Labelled<Sensor>, reading: Reading): void {
  try {
    const value = integerOf(decode(host.read(sensor.path)));
    if (value === null) throw new Error(`${sensor.path} holds no number`);
    const isBroken = sensor.fault !== null && integerOf(host.readText(sensor.fault)) === 1;
    if (isBroken) reading.faults.push(sensor.shownAs);
    reading.items.push(itemOf(sensor, isBroken ? null : Math.trunc(value / sensor.scale)));
  } catch (error) {
    passNotFetched(error);
    reading.problems.push(`${sensor.shownAs}: ${explain(error)}`);
    reading.isOutdated ||= isGone(error);
  }
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENODEV', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));

const itemOf = (
  { shownAs: label, warning, critical, type }: Labelled<Sensor>,
  value: number | null,
): SensorItem => ({
  label,
  unit: type === 'fan_speed' ? 'R' : 'C',
  value,
  warning,
  critical,
  type,
});

const readBatteries = (host: Host, { batteries }: Inventory): SensorItem[] =>
  batteries.flatMap((battery) => {
    const read = readBattery(host, battery);
    return read === null
      ? []
      : [
          {
            label: battery.shownAs,
            value: read.value,
            unit: '%',
            status: read.status,
            type: 'battery' as const,
          },
        ];
  });

function problemText(what: string, problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const more = problems.length > TOLD ? ` and ${problems.length - TOLD} more` : '';
  return `${what}: ${problems.slice(0, TOLD).join('; ')}${more}`;
}
