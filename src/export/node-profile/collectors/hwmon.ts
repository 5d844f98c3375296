import type { Host } from '../../../core/host.ts';
import { namesLike } from '../../../measure/sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import type { ReadCache } from '../read-cache.ts';
import { orNull } from '../../../core/or-null.ts';

const FOLDER = '/sys/class/hwmon';

/** Suffix and factor by kind of sensor (Documentation/hwmon/sysfs-interface.rst). */
const KINDS: Readonly<Record<string, readonly [name: string, suffix: string, factor: number]>> = {
  curr: ['curr', '_amps', 0.001],
  energy: ['energy', '_joule', 1e-6],
  fan: ['fan', '_rpm', 1],
  humidity: ['humidity', '', 1],
  in: ['in', '_volts', 0.001],
  power: ['power', '_watt', 1e-6],
  temp: ['temp', '_celsius', 0.001],
};
const FILE = /^(curr|energy|fan|humidity|in|power|temp)(\d+)_([a-z_]+)$/;
/** Attributes about normal values and faults; others are for setup. */
const SHOWN = new Set([
  'input',
  'max',
  'min',
  'crit',
  'crit_hyst',
  'lcrit',
  'crit_alarm',
  'alarm',
  'max_alarm',
]);

export const hwmon: Collector = {
  name: 'hwmon',
  collect(host, put, kept) {
    for (const name of host.list(FOLDER).sort()) putChip(host, name, put, kept);
  },
};

/** Names and thresholds of sensors do not change. */
function putChip(host: Host, folder: string, put: Put, kept: ReadCache): void {
  const path = `${FOLDER}/${folder}`;
  const {
    name: chipLabel,
    title,
    files,
  } = kept(path, () => ({
    name: chipName(host, folder),
    title: host.readText(`${path}/name`)?.trim(),
    files: namesLike(host, path, FILE),
  }));
  host.expect?.(files.filter((file) => /_(?:input|alarm)$/.test(file)).map((file) => `${path}/${file}`));
  const chip = ['chip', chipLabel] as const;
  if (title !== undefined)
    put('node_hwmon_chip_names', 'Names of chips.', 1, chip, ['chip_name', cleaned(title)]);
  for (const file of files) {
    const [, kind = '', number = '', what = ''] = FILE.exec(file) ?? [];
    const sensor = ['sensor', `${kind}${number}`] as const;
    if (what === 'label') {
      const label = kept(`${path}/${file}`, () => host.readText(`${path}/${file}`)?.trim() ?? '');
      put('node_hwmon_sensor_label', 'Names of sensors.', 1, chip, ['label', label], sensor);
    } else if (SHOWN.has(what)) {
      const [name = '', suffix = '', factor = 1] = KINDS[kind] ?? [];
      const isAlarm = what.endsWith('alarm');
      const words = what === 'input' ? '' : `_${what}`;
      const read = () => numberAt(host, `${path}/${file}`, isAlarm ? 1 : factor);
      const value = isAlarm || what === 'input' ? read() : kept(`${path}/${file}`, read);
      put(`node_hwmon_${name}${words}${suffix}`, `${kind} sensors, ${what}.`, value, chip, sensor);
    }
  }
}

/** Bus and name of the device, `platform_coretemp_0`; the chip's name if it has no device. */
function chipName(host: Host, folder: string): string {
  const parts = linkOf(host, `${FOLDER}/${folder}`)
    .split('/')
    .filter((part) => part !== folder && part !== 'hwmon' && part !== '..');
  const [bus, device] = parts.slice(-2);
  if (bus !== undefined && device !== undefined && device !== 'virtual') return cleaned(`${bus}_${device}`);
  return cleaned(host.readText(`${FOLDER}/${folder}/name`)?.trim() ?? folder);
}

function linkOf(host: Host, path: string): string {
  return orNull(() => host.readLink(path)) ?? '';
}

const cleaned = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9:_]/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '');
