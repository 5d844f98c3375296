import { parseMdstat, type MdArray } from '../../../measure/linux/mdstat.ts';
import { namesLike } from '../../../measure/sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import { whileSame } from '../while-same.ts';

const THERMAL = '/sys/class/thermal';
const COOLER_STATES = ['cur_state', 'max_state'];

const filesOf = (parent: string, folders: readonly string[], files: readonly string[]): string[] =>
  folders.flatMap((folder) => files.map((file) => `${parent}/${folder}/${file}`));

export const thermal: Collector = {
  name: 'thermal_zone',
  collect(host, put, kept) {
    const type = (folder: string): string =>
      kept(`thermal ${folder}`, () => host.readText(`${THERMAL}/${folder}/type`)?.trim() ?? '');
    const zones = namesLike(host, THERMAL, /^thermal_zone\d+$/);
    const coolers = namesLike(host, THERMAL, /^cooling_device\d+$/);
    host.expect?.([
      ...zones.map((zone) => `${THERMAL}/${zone}/temp`),
      ...filesOf(THERMAL, coolers, COOLER_STATES),
    ]);
    for (const folder of zones)
      put(
        'node_thermal_zone_temp',
        'Temperature of a zone, degrees.',
        numberAt(host, `${THERMAL}/${folder}/temp`, 0.001),
        ['type', type(folder)],
        ['zone', folder.replace('thermal_zone', '')],
      );
    for (const folder of coolers) {
      const labels = [
        ['name', folder.replace('cooling_device', '')],
        ['type', type(folder)],
      ] as const;
      const state = (file: string) => numberAt(host, `${THERMAL}/${folder}/${file}`);
      put('node_cooling_device_cur_state', 'How strongly it cools.', state('cur_state'), ...labels);
      put('node_cooling_device_max_state', 'How strongly it can.', state('max_state'), ...labels);
    }
  },
};

const CPU = '/sys/devices/system/cpu';
/** Constant limits of the hardware. */
const FREQUENCY_LIMITS: Readonly<Record<string, string>> = {
  cpuinfo_max_freq: 'frequency_max_hertz',
  cpuinfo_min_freq: 'frequency_min_hertz',
};
const FREQUENCIES: Readonly<Record<string, string>> = {
  scaling_cur_freq: 'scaling_frequency_hertz',
  scaling_max_freq: 'scaling_frequency_max_hertz',
  scaling_min_freq: 'scaling_frequency_min_hertz',
};

/** The kernel reports kHz. */
export const cpufreq: Collector = {
  name: 'cpufreq',
  collect(host, put, kept) {
    const number = (folder: string, file: string) => numberAt(host, `${CPU}/${folder}/cpufreq/${file}`, 1000);
    const limits = (folder: string) => Object.keys(FREQUENCY_LIMITS).map((file) => number(folder, file));
    const all = namesLike(host, CPU, /^cpu\d+$/).map((folder) => `${folder}/cpufreq`);
    host.expect?.(filesOf(CPU, all, Object.keys(FREQUENCIES)));
    const cores = kept('cpufreq', () =>
      namesLike(host, CPU, /^cpu\d+$/)
        .filter((folder) => number(folder, 'scaling_cur_freq') !== null)
        .map((folder) => ({ folder, limits: limits(folder) })),
    );
    for (const core of cores) {
      const label = ['cpu', core.folder.slice('cpu'.length)] as const;
      for (const [at, [file, name]] of Object.entries(FREQUENCY_LIMITS).entries())
        put(`node_cpu_${name}`, `${file} of the core.`, core.limits[at] ?? null, label);
      for (const [file, name] of Object.entries(FREQUENCIES))
        put(`node_cpu_${name}`, `${file} of the core.`, number(core.folder, file), label);
    }
  },
};

const SUPPLIES = '/sys/class/power_supply';
/** The kernel reports millionths, temperatures in tenths (Documentation/ABI/testing/sysfs-class-power). */
const SUPPLY: Readonly<Record<string, readonly [name: string, factor: number]>> = {
  capacity: ['capacity', 1],
  charge_full: ['charge_full', 1e-6],
  charge_now: ['charge_ampere', 1e-6],
  current_now: ['current_ampere', 1e-6],
  cycle_count: ['cyclecount', 1],
  energy_full: ['energy_full', 1e-6],
  energy_now: ['energy_watthour', 1e-6],
  online: ['online', 1],
  power_now: ['power_watt', 1e-6],
  present: ['present', 1],
  temp: ['temp_celsius', 0.1],
  voltage_now: ['voltage_volt', 1e-6],
};
const SUPPLY_TEXTS = [
  'capacity_level',
  'health',
  'manufacturer',
  'model_name',
  'status',
  'technology',
  'type',
];

export const powersupply: Collector = {
  name: 'powersupplyclass',
  collect(host, put) {
    const supplies = host.list(SUPPLIES).sort();
    host.expect?.(filesOf(SUPPLIES, supplies, [...Object.keys(SUPPLY), ...SUPPLY_TEXTS]));
    for (const folder of supplies) {
      const label = ['power_supply', folder] as const;
      for (const [file, [name, factor]] of Object.entries(SUPPLY))
        put(
          `node_power_supply_${name}`,
          `${file} of the power supply.`,
          numberAt(host, `${SUPPLIES}/${folder}/${file}`, factor),
          label,
        );
      const texts = SUPPLY_TEXTS.flatMap((file) => {
        const text = host.readText(`${SUPPLIES}/${folder}/${file}`)?.trim() ?? '';
        return text === '' ? [] : [[file, text] as const];
      });
      put('node_power_supply_info', 'Texts about a power supply.', 1, label, ...texts);
    }
  },
};

const ACTIVITIES: Readonly<Record<string, string>> = {
  recovery: 'recovering',
  reshape: 'recovering',
  resync: 'resync',
  repair: 'resync',
  check: 'check',
};

export const mdadm: Collector = {
  name: 'mdadm',
  collect(host, put, kept) {
    const parse = kept('mdstat', () => whileSame(parseMdstat));
    for (const array of parse(host.read('/proc/mdstat'))) putArray(array, put);
  },
};

function putArray({ name, status, expected, working, components, ...array }: MdArray, put: Put): void {
  const label = ['device', name] as const;
  const present = Object.keys(components).length;
  const counts = {
    active: working === null ? (status === 'active' ? present : 0) : Number(working),
    failed: array.failed,
    spare: array.spares,
  };
  for (const [state, count] of Object.entries(counts))
    put('node_md_disks', 'Disks of an array by state.', count, label, ['state', state]);
  put(
    'node_md_disks_required',
    'Disks it should have.',
    expected === null ? present : Number(expected),
    label,
  );
  put('node_md_blocks', 'Blocks of it.', array.blocks, label);
  put('node_md_blocks_synced', 'Blocks in sync.', array.synced ?? array.blocks, label);
  const now = array.activity === null ? status : (ACTIVITIES[array.activity.kind] ?? status);
  for (const state of ['active', 'inactive', 'recovering', 'resync', 'check'])
    put('node_md_state', 'State of an array.', Number(state === now), label, ['state', state]);
}

const DMI = '/sys/class/dmi/id';
const DMI_LABEL: Readonly<Record<string, string>> = { sys_vendor: 'system_vendor' };
const DMI_FILES = (
  'bios_date bios_release bios_vendor bios_version board_asset_tag board_name board_serial board_vendor board_version ' +
  'chassis_asset_tag chassis_serial chassis_vendor chassis_version product_family product_name product_serial ' +
  'product_sku product_uuid product_version sys_vendor'
).split(' ');

/** The machine as its firmware describes it; serial numbers only if readable. */
export const dmi: Collector = {
  name: 'dmi',
  collect(host, put, kept) {
    host.list(DMI);
    const labels = kept('dmi', () => {
      host.expect?.(DMI_FILES.map((file) => `${DMI}/${file}`));
      return DMI_FILES.flatMap((file) => {
        const text = host.readText(`${DMI}/${file}`)?.trim();
        return text === undefined ? [] : [[DMI_LABEL[file] ?? file, text] as const];
      });
    });
    put('node_dmi_info', 'The machine, as its firmware tells it.', 1, ...labels);
  },
};
