/** Devices, disks and sensors. */
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Dialect } from '../dialect.ts';

const internal = { isInternal: true } as const;
const recorded = { hasHistory: true } as const;
const sparse = { isSparse: true } as const;

export const gpu: Dialect = {
  members: {
    name: internal,
    proc: recorded,
    mem: { hasHistory: true, isProminent: true },
    fan_speed: { ...internal, unit: 'percent' },
  },
};

export const npu: Dialect = {
  without: 'memory_used memory_total',
  members: {
    name: internal,
    load: recorded,
    freq: recorded,
    mem: recorded,
    freq_current: internal,
    freq_max: internal,
    power: internal,
  },
};

export const mpp: Dialect = { members: { load: recorded } };

export const sensors: Dialect = {
  hasOwnLimits: true,
  members: {
    value: { unit: 'number', isProminent: true },
    warning: internal,
    critical: internal,
    unit: internal,
    status: { isInternal: true, isSparse: true },
  },
};

export const wifi: Dialect = { hasOwnLimits: true, members: { quality_level: { unit: 'dBm' } } };

/** Arrays by name. */
export const raid: Dialect = {
  key: 'name',
  hasOwnLimits: true,
  whole: (arrays: Record<string, Served>) =>
    Object.entries(arrays).map(([name, array]) => ({ name, ...array })),
  members: {
    name: { from: 'name', unit: 'string', description: 'Name of the array.' },
    type: { from: 'type', unit: 'string', description: 'Level of the array, such as raid1.' },
    status: {
      from: 'status',
      unit: 'string',
      description: 'State of the array: active or inactive.',
      judgedBy: '',
    },
    used: {
      unit: 'number',
      description: 'Number of its working devices.',
      value: ({ used }) => numberIn(used),
    },
    available: {
      unit: 'number',
      description: 'Number of devices that it should have.',
      value: ({ available }) => numberIn(available),
    },
    components: {
      from: 'components',
      unit: 'list',
      description: 'Role numbers of its devices, by their names.',
    },
    config: {
      from: 'config',
      unit: 'string',
      description: 'Its devices in order: U works, _ is missing.',
    },
  },
};

const numberIn = (text: ServedMember): number | null => (typeof text === 'string' ? Number(text) : null);

/** Attributes in an array. */
export const smart: Dialect = {
  key: 'name',
  isQuiet: true,
  without: 'DeviceName',
  members: {
    name: { from: 'DeviceName', judgedBy: null },
    attributes: {
      unit: 'list',
      description: 'Attributes of the disk.',
      isInternal: true,
      value: (item) =>
        Object.entries(item).flatMap(([number, attribute = null]) =>
          /^\d+$/.test(number) ? [attribute] : [],
        ),
    },
  },
};

export const folders: Dialect = {
  hasOwnLimits: true,
  without: 'indice',
  members: { refresh: internal, errno: internal, careful: internal, warning: internal, critical: internal },
};

export const ports: Dialect = {
  isQuiet: true,
  hasOwnLimits: true,
  without: 'expected proxies',
  members: {
    host: sparse,
    port: sparse,
    url: sparse,
    elapsed: sparse,
    ssl_verify: sparse,
    refresh: internal,
    timeout: internal,
    rtt_warning: internal,
  },
};

export const irq: Dialect = { isQuiet: true, members: { irq_rate: { unit: 'number' } } };
