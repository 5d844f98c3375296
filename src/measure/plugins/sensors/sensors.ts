import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import { numberOrNull } from '../../../core/members.ts';
import { constant, gauge, text } from '../../../core/fields.ts';
import type { Served, ServedMember } from '../../../core/served.ts';
import type { ThresholdRule } from '../../../core/level-rule.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import {
  flagOption,
  integerOption,
  type OptionValues,
  sectionOption,
  textOption,
} from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import type { HddtempSetup } from './disk-temperatures.ts';
import { createReader } from './reader.ts';
import type { SensorType } from './sensor.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';

/** A threshold of 0 means nothing, as in the configuration. */
const threshold = (value: ServedMember): number | null => (value === 0 ? null : numberOrNull(value));

/** Thresholds are per type, and per sensor as `temperature_core_<label>_critical`. */
const rule = (header: SensorType, more: Partial<ThresholdRule>): ThresholdRule => ({
  header,
  itemType: ({ type }) => type,
  ...more,
});

const celsius = ({ value, unit }: Served): number | null =>
  typeof value === 'number' && unit === 'F' ? ((value - 32) * 5) / 9 : numberOrNull(value);

const LEVELS: readonly ThresholdRule[] = [
  rule('temperature_core', {
    limits: [45, 65, 80],
    compared: { unit: 'celsius' },
    stated: ({ warning, critical }) => ({
      careful: null,
      warning: threshold(warning),
      critical: threshold(critical),
    }),
  }),
  rule('fan_speed', { compared: { unit: 'rpm' } }),
  rule('temperature_hdd', {
    limits: [45, 52, 60],
    compared: {
      value: celsius,
      unit: 'celsius',
      series: { value: (threshold, { unit }) => (unit === 'F' ? (threshold * 9) / 5 + 32 : threshold) },
    },
  }),
  rule('battery', {
    limits: [70, 80, 90],
    compared: {
      value: ({ value }) => (typeof value === 'number' ? 100 - value : null),
      unit: 'percent',
      of: 'discharged',
      series: { value: (threshold) => 100 - threshold },
      inverted: true,
    },
  }),
];

/** By the unit of the item; other units than these come from the daemon of disks. */
const VALUES = {
  by: 'unit',
  of: {
    C: [-60, 250, '°C'],
    F: [-76, 482, '°F'],
    // The largest number of the chips' registers stands for "no fan".
    R: [0, 65_534, 'rpm'],
    '%': [0, 100, '%'],
  },
} as const;
/** One of 0 is none. Where none is set, drivers report 0 K or -1 °C, and NVMe disks 65,535 K (NVM Express: TMPTH). */
const LIMIT = {
  sparse: true,
  nullWhen: 'the hardware sets none',
  range: { by: 'unit', of: { ...VALUES.of, C: [0, 250, '°C'] } },
  sentinels: [-273, -1, 65_261],
} as const;

const measuredIn =
  (word: string) =>
  ({ unit, value }: Served): number | null =>
    unit === word && typeof value === 'number' ? value : null;

const fields = {
  label: text('Name of the sensor.', { metric: { label: 'sensor' } }),
  value: gauge(
    null,
    'Measured value: °C, revolutions per minute or percent; a word where a disk reports no temperature.',
    {
      orText: true,
      nullWhen: 'its driver reports a fault',
      range: VALUES,
      // A new cell holds more than its rated capacity, a worn one less than its gauge assumes.
      cappedUpTo: 150,
      level: LEVELS,
      metric: [
        { name: 'temperature', unit: 'celsius', value: measuredIn('C') },
        { name: 'fan', unit: 'rpm', value: measuredIn('R') },
        { name: 'battery', unit: 'percent', value: measuredIn('%') },
      ],
    },
  ),
  warning: constant(null, 'Warning limit that the hardware reports.', LIMIT),
  critical: constant(null, 'Critical limit that the hardware reports.', LIMIT),
  unit: text('Unit of the value: C, R (revolutions per minute), %, or as the daemon says.'),
  status: text('State of a battery, such as Charging or Discharging.', { sparse: true }),
  type: text('Kind of sensor: temperature_core, fan_speed, temperature_hdd or battery.', {
    metric: { label: 'type' },
  }),
};

const hddtemp = {
  host: textOption('127.0.0.1', 'Host on which the daemon hddtemp answers.'),
  port: integerOption(7634, 'Port of the daemon.', [1, 65_535]),
  disable: flagOption(false, 'Do not ask the daemon.'),
};

const options = {
  ...nameFilterOptions(['unknown.*']),
  hddtemp: sectionOption('hddtemp', hddtemp, 'Daemon that reports the temperatures of disks.'),
};

/** Null: disabled. A configured address is expected to answer. */
function hddtempSetup(values: OptionValues<typeof hddtemp> | undefined): HddtempSetup | null {
  if (values?.disable) return null;
  const { host: address = '127.0.0.1', port = 7634 } = values ?? {};
  return { address, port, isExpected: address !== '127.0.0.1' || port !== 7634 };
}

const NOTHING: Phrase =
  'no sensors: /sys/class/hwmon and /sys/class/thermal hold no temperature or fan, /sys/class/power_supply no battery, and the daemon hddtemp reports no disk. On a physical machine, load the drivers (modprobe coretemp, k10temp, drivetemp, or run sensors-detect of the package lm-sensors). Virtual machines mostly have none';

/** Temperatures, fans and batteries: /sys/class/hwmon, /sys/class/thermal, /sys/class/power_supply, and disks from hddtemp. */
export default definePlugin({
  name: 'sensors',
  shape: 'list',
  key: 'label',
  description: 'Temperatures, fans and batteries.',
  refresh: 10,
  fields,
  options,
  create({ host, options: own, use, notice }) {
    const whose = use(whoseSource);
    const {
      hddtemp: [section],
      ...names
    } = own;
    const read = createReader({
      host,
      filter: createNameFilter(names),
      hddtemp: hddtempSetup(section?.values),
      notice,
    });
    return {
      async read() {
        const items = await read();
        notice('whose', items === null ? null : ofHostText(whose()));
        if (items === null) throw new Unsupported(say(NOTHING));
        return items;
      },
    };
  },
});
