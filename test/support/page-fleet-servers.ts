/** Simulated servers for the fleet page: one of each kind, hostile ones, a thousand. */
import { HOSTILE_TEXTS } from './hostile-texts.ts';

type Status = 'ONLINE' | 'OFFLINE' | 'PROTECTED' | 'SNMP' | 'UNKNOWN';

export interface FakeValue {
  value: unknown;
  level: string | null;
  decoration: string;
  age: number;
  recent: number[];
}

export interface FakeServer {
  id: string;
  name: string;
  alias: string | null;
  ip: string | null;
  port: number;
  protocol: 'rest' | 'rpc';
  type: 'STATIC' | 'DYNAMIC' | 'ADDED' | 'STORED';
  stored: boolean;
  tags: string[];
  status: Status;
  reason: string | null;
  since: string;
  age: number | null;
  values: Record<string, FakeValue>;
}

export const COLUMNS = [
  {
    key: 'system_hr_name',
    plugin: 'system',
    field: 'hr_name',
    item: null,
    unit: null,
    description: 'System',
  },
  {
    key: 'load_min5',
    plugin: 'load',
    field: 'min5',
    item: null,
    unit: 'float',
    description: 'Load of 5 minutes',
  },
  { key: 'cpu_total', plugin: 'cpu', field: 'total', item: null, unit: 'percent', description: 'CPU in use' },
  {
    key: 'mem_percent',
    plugin: 'mem',
    field: 'percent',
    item: null,
    unit: 'percent',
    description: 'Memory in use',
  },
] as const;

/** A number from 0 to 1 that is the same in every run. */
const noise = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

const levelOf = (percent: number): string =>
  percent >= 90 ? 'CRITICAL' : percent >= 80 ? 'WARNING' : percent >= 70 ? 'CAREFUL' : 'OK';

function numberValue(seed: number, most: number, isPercent: boolean): FakeValue {
  const recent = Array.from({ length: 30 }, (_, at) => {
    const wave = 0.5 + 0.3 * Math.sin((seed + at) / 4) + 0.2 * (noise(seed * 31 + at) - 0.5);
    return Math.round(wave * noise(seed) * most * 10) / 10;
  });
  const value = recent.at(-1) ?? 0;
  const level = isPercent ? levelOf(value) : 'OK';
  return { value, level, decoration: level, age: 2, recent };
}

const text = (value: string): FakeValue => ({
  value,
  level: null,
  decoration: 'DEFAULT',
  age: 2,
  recent: [],
});

export const valuesOf = (seed: number): FakeServer['values'] => ({
  system_hr_name: text(
    ['Debian 13.1 64bit', 'Ubuntu 24.04 64bit', 'Alpine Linux 3.22 64bit'][seed % 3] ?? '',
  ),
  load_min5: numberValue(seed + 1, 8, false),
  cpu_total: numberValue(seed + 2, 110, true),
  mem_percent: numberValue(seed + 3, 110, true),
});

export function fakeServer(name: string, change: Partial<FakeServer> = {}): FakeServer {
  const port = change.port ?? 61_208;
  return {
    id: `${name}:${port}`,
    name,
    alias: null,
    ip: '10.0.0.5',
    port,
    protocol: 'rest',
    type: 'STATIC',
    stored: false,
    tags: [],
    status: 'ONLINE',
    reason: null,
    since: '2026-11-21T06:00:00.000Z',
    age: 2.1,
    values: valuesOf(name.length),
    ...change,
  };
}

/** Members of a server that has never answered. */
export const NONE = { values: {}, age: null } as const;

/** One of each kind. */
export const smallFleet = (): FakeServer[] => [
  fakeServer('db1', {
    alias: 'Database',
    ip: '10.0.0.5',
    tags: ['db', 'eu'],
    values: {
      ...valuesOf(4),
      cpu_total: { ...numberValue(7, 100, true), value: 96.4, level: 'CRITICAL', decoration: 'CRITICAL' },
    },
  }),
  fakeServer('web1.example.org', { ip: '10.0.1.1', tags: ['web', 'eu'], values: valuesOf(11) }),
  fakeServer('web2.example.org', { ip: '10.0.1.2', tags: ['web', 'us'], values: valuesOf(17) }),
  fakeServer('web3.example.org', {
    ip: 'fd00::1:3',
    tags: ['web', 'us'],
    type: 'ADDED',
    values: valuesOf(23),
  }),
  fakeServer('cache1', {
    ip: '10.0.2.1',
    tags: ['cache', 'eu'],
    status: 'OFFLINE',
    age: 312,
    reason: 'connection refused by 10.0.2.1:61208',
    values: valuesOf(29),
  }),
  fakeServer('vault', {
    ip: '10.0.3.1',
    status: 'PROTECTED',
    reason: 'asks for a password: add it to [passwords]',
    tags: ['eu'],
    ...NONE,
  }),
  fakeServer('switch-3', {
    ip: '10.0.9.3',
    status: 'SNMP',
    reason: 'no agent answers, values are read by SNMP',
    tags: ['network'],
    values: { system_hr_name: text('SwitchOS 4.2'), load_min5: valuesOf(2)['load_min5'] ?? text('') },
  }),
  fakeServer('old-box', {
    ip: '10.0.4.1',
    port: 61_209,
    protocol: 'rpc',
    tags: ['legacy'],
    values: valuesOf(31),
  }),
  fakeServer('laptop', {
    ip: '192.168.1.20',
    type: 'DYNAMIC',
    status: 'UNKNOWN',
    reason: 'has not been asked yet',
    ...NONE,
  }),
  fakeServer('slow1', {
    ip: '10.0.5.1',
    tags: ['batch'],
    age: 95,
    values: Object.fromEntries(
      Object.entries(valuesOf(5)).map(([key, value]) => [key, { ...value, age: 95 }]),
    ),
  }),
];

const HOSTILE = [...HOSTILE_TEXTS, '../../../etc/passwd', 'javascript:alert(1)'];

/** Hostile names, aliases, tags, reasons and values. */
export const hostileFleet = (): FakeServer[] =>
  HOSTILE.flatMap((evil, at) => [
    fakeServer(evil, {
      id: `${evil}:${at}`,
      alias: at % 2 === 0 ? evil : null,
      tags: [evil, 'all'],
      values: { ...valuesOf(at), system_hr_name: text(evil) },
    }),
    fakeServer(`down-${at}`, { status: 'OFFLINE', reason: evil, ip: null, tags: [evil], ...NONE }),
    fakeServer(`odd-${at}`, {
      values: {
        cpu_total: {
          value: [null, -1, 1e308, '', true, {}, [], Number.NaN][at],
          level: 'ODD',
          decoration: '',
          age: -5,
          recent: [1, -1, 1e308],
        },
        mem_percent: { value: 50, level: null, decoration: '', age: 1e12, recent: [] },
      },
    }),
  ]);

const REASONS: Partial<Record<Status, string>> = {
  OFFLINE: 'nothing listens there',
  PROTECTED: 'asks for a password: add it to [passwords]',
};

export const largeFleet = (count = 1000): FakeServer[] =>
  Array.from({ length: count }, (_, at) => {
    const kind = noise(at + 0.5);
    const status: Status = kind < 0.02 ? 'OFFLINE' : kind < 0.025 ? 'PROTECTED' : 'ONLINE';
    return fakeServer(`node-${String(at).padStart(4, '0')}`, {
      ip: `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`,
      tags: [`rack-${at % 20}`],
      status,
      reason: REASONS[status] ?? null,
      values: valuesOf(at),
    });
  });
