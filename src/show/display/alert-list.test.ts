import type { Culprits } from '../../core/culprits.ts';
import { describe, expect, it } from 'vitest';
import type { PluginValue, ServedMember } from '../../core/served.ts';
import { createJudge } from '../../measure/levels/judge.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import { type ShownVerdict, shownVerdict } from '../../measure/levels/series.ts';
import { plugins } from '../../measure/plugins/index.ts';
import type { OngoingEvent } from '../../core/alert.ts';
import { alertListOf, type AlertSources, endedEvents } from './alert-list.ts';
import { aboutOf, machineVerdict, partsOf } from './machine-verdict.ts';
import { servedBy } from './served-by.ts';
import { findingReason } from './finding-words.ts';
import type { AlertEvent } from './snapshots.ts';
import { subjectOf } from './subjects.ts';
import { type Kind, showText } from './units.ts';
import type { VerdictSource } from './verdicts.ts';

const CHOICE = { binary: true, bytes: false, fahrenheit: false } as never;
const text = (value: ServedMember, kind: Kind) => showText(value, kind, CHOICE);
const array = (status: string, used: string) => ({
  status,
  type: 'raid1',
  available: '2',
  used,
  components: {},
});

const SERVED: Record<string, PluginValue> = {
  cpu: { total: 97, user: 80, system: 10, iowait: 7, ctx_switches_rate_per_sec: 1 },
  diskio: [{ key: 'disk_name', disk_name: 'sdd', read_latency: 84, write_latency: 1 }],
  fs: [
    { key: 'mnt_point', mnt_point: '/', percent: 60, size: 1e9, free: 4e8, options: 'rw' },
    { key: 'mnt_point', mnt_point: '/media', percent: 95, size: 1e9, free: 5e7, options: 'rw' },
  ],
  quicklook: { cpu: 97 },
  raid: { md1: array('active', '1'), md127: array('inactive', '0') },
  sensors: [{ key: 'label', label: 'AUXTIN0', type: 'temperature_core', value: -62, unit: 'C' }],
  smart: [
    {
      key: 'DeviceName',
      DeviceName: 'sdb Old Disk',
      5: { name: 'Reallocated_Sector_Ct', raw: '9', when_failed: 'FAILING_NOW' },
    },
  ],
};

const sourceOf = (served: Record<string, PluginValue>): VerdictSource => {
  const report = new Map(
    plugins
      .filter(({ name }) => name in served)
      .map((plugin) => {
        const judge = createJudge(plugin, limitsOf(plugin, { section: {}, historySize: 1, cores: 1 }));
        return [plugin.name, judge(served[plugin.name] ?? null).map(shownVerdict)] as const;
      }),
  );
  return { plugins: () => [...report.keys()], ofPlugin: (name) => report.get(name) ?? [] };
};
const listOf = (served: Record<string, PluginValue>, more: Partial<AlertSources> = {}) =>
  alertListOf({
    verdicts: sourceOf(served),
    hasData: true,
    latest: (name) => served[name] ?? null,
    ongoing: [],
    sinceOf: () => null,
    isSilenced: () => false,
    text,
    ...more,
  });
const eventOf = (type: string, more: Partial<AlertEvent> = {}): AlertEvent =>
  ({ type, begin: 100, end: -1, state: 'CRITICAL', top: [], ...more }) as AlertEvent;

const ongoing = (plugin: string, identity: string | null, event: AlertEvent): OngoingEvent => ({
  plugin,
  identity,
  event,
});

const verdicts = sourceOf(SERVED);

it('has the worst first, a row for each cause', () => {
  const { alerts, careful } = listOf(SERVED);
  expect(alerts.map(({ level, sentence }) => `${level} ${sentence}`)).toEqual([
    'CRITICAL Disk sdb is failing',
    'CRITICAL RAID md1 degraded 1/2',
    'CRITICAL RAID md127 inactive',
    'CRITICAL /media 95.0 % full, 47.7 MiB left',
    'CRITICAL CPU at 97.0 %',
    'CRITICAL Disk sdd: a read takes 84.0 ms',
  ]);
  // The file system / and the sensor.
  expect(careful).toBe(2);
  expect(alerts[4]).toMatchObject({
    type: 'CPU_TOTAL',
    value: 97,
    threshold: 85,
    chart: 'cpu/total',
    also: ['CPU_USER'],
  });
  expect(partsOf(alerts).map(({ plugin, more }) => `${plugin} ${more}`)).toEqual([
    'smart 0',
    'raid 1',
    'fs 0',
    'cpu 0',
    'diskio 0',
  ]);
});

it('has nothing against a default gateway that has never answered', () => {
  const port = { key: 'indice', description: 'DefaultGateway', host: '192.0.2.1', port: 0, status: null };
  const verdictOf = (indice: string) =>
    machineVerdict(listOf({ ports: [{ ...port, indice }] }), 0, { notifies: true, rules: 0 });
  expect(verdictOf('port_0')).toMatchObject({ sentence: 'All within limits', level: 'OK' });
  expect(verdictOf('port_1')).toMatchObject({ level: 'CAREFUL' });
});

it('has the fullest of full file systems first, in the words of their alert kind', () => {
  const fs = ['/home', '/media'].map((mount, at) => ({
    key: 'mnt_point',
    mnt_point: mount,
    percent: 91 + 4 * at,
    size: 1e9,
    free: 5e7,
    options: 'rw',
  }));
  const full = (mount: string): OngoingEvent => ({
    ...ongoing('fs', mount, eventOf(`FS_FULL_${mount.toUpperCase()}`)),
    finding: { kind: 'FS_FULL', label: null, sentence: `${mount} is full.`, details: {} },
  });
  const { alerts } = listOf({ fs }, { ongoing: [full('/home'), full('/media')] });
  expect(alerts.map(({ sentence }) => sentence)).toEqual(['/media is full', '/home is full']);
});

it('has one alert, of one name, for a gateway that does not answer', () => {
  const port = { indice: 'port_0', description: 'DefaultGateway', host: '192.0.2.1', port: 0, status: false };
  const sentence = 'The default gateway 192.0.2.1 has been down since 03:12: it does not answer.';
  const finding = { kind: 'PORT_DOWN', label: 'Default gateway', sentence, details: {} };
  const event = eventOf('PORT_DOWN_PORT_0', { state: 'WARNING' });
  const served = { ports: [{ key: 'indice', ...port }], checks: [{ ...port, key: 'name', name: 'port_0' }] };
  const { alerts } = listOf(served, { ongoing: [{ ...ongoing('checks', 'port_0', event), finding }] });
  expect(alerts).toMatchObject([
    {
      id: 'checks/port_0',
      kind: 'PORT_DOWN',
      subject: 'Default gateway',
      level: 'CRITICAL',
      also: ['PORTS_PORT_0_RTT'],
    },
  ]);
  // Without its event: on older agents, and in the past.
  expect(listOf(served).alerts).toMatchObject([{ subject: 'Default gateway' }]);
  const label = subjectOf(
    { type: 'PORT_DOWN_PORT_0' },
    sourceOf({}),
    (name) => served[name as 'ports'],
  ).label;
  expect(label).toMatch(/^Default gateway: /);
});

it('names the alert that explains another one', () => {
  const finding = { kind: 'PORT_DOWN', label: 'DB', sentence: 'db is down.', details: {} };
  const { alerts } = listOf(SERVED, {
    ongoing: [{ ...ongoing('checks', 'port_1', eventOf('PORT_DOWN_PORT_1')), finding }],
    parentOf: ({ kind }) =>
      kind === 'PORT_DOWN' ? { ...finding, sentence: 'eth0 has lost its network link.' } : null,
  });
  expect(alerts.find(({ kind }) => kind === 'PORT_DOWN')?.parent).toBe('eth0 has lost its network link');
  expect(alerts.find(({ plugin }) => plugin === 'fs')?.parent).toBeNull();
});

it('takes begin and culprits from the event, and the begin of a value without one from elsewhere', () => {
  const { alerts } = listOf(SERVED, {
    ongoing: [ongoing('cpu', null, eventOf('CPU_TOTAL', { top: ['stress-ng', 'bash'] }))],
    sinceOf: (plugin) => (plugin === 'fs' ? 5000 : null),
    isSilenced: ({ type }) => type === 'CPU_TOTAL',
  });
  expect(alerts.find(({ plugin }) => plugin === 'cpu')).toMatchObject({
    since: 100_000,
    who: ['stress-ng', 'bash'],
    silenced: true,
    link: '#chart=cpu/total&at=100000',
  });
  expect(alerts.find(({ plugin }) => plugin === 'fs')).toMatchObject({
    since: 5000,
    who: [],
    silenced: false,
    link: '#chart=fs//media_percent&at=5000',
  });
});

it('takes values with one cause together: a load beside a busy processor, mounts of one device', () => {
  const mount = (path: string) => ({
    ...(SERVED['fs'] as object[])[1],
    mnt_point: path,
    device_name: '/dev/sda1',
  });
  const served = {
    cpu: SERVED['cpu'] ?? null,
    load: { min1: 90, min5: 90, min15: 90, cpucore: 1 },
    fs: [mount('/a'), mount('/b')],
  };
  expect(listOf(served).alerts.map(({ type, also }) => [type, also])).toEqual([
    ['FS_/A', ['FS_/B']],
    ['CPU_TOTAL', ['CPU_USER', 'LOAD']],
  ]);
  // One that is worse is as bad as it says.
  const busy = { cpu: { total: 80, user: 1, system: 1, iowait: 0 }, load: served.load };
  expect(listOf(busy).alerts.map(({ type, level, threshold }) => [type, level, threshold])).toEqual([
    ['LOAD', 'CRITICAL', 5],
    ['CPU_TOTAL', 'WARNING', 75],
  ]);
  expect(listOf({ load: served.load }).alerts).toMatchObject([
    { type: 'LOAD', sentence: 'Load over 15 min at 90.0' },
  ]);
  // The load of five minutes raises no event.
  expect(listOf({ load: { ...served.load, min15: 0 } }).alerts).toEqual([]);
});

it('has all ongoing events, also those whose value has calmed or is not known at the moment', () => {
  const { alerts } = listOf(
    { mem: { percent: 10, total: 1 } },
    {
      ongoing: [
        ongoing('raid', 'md0', eventOf('RAID_MD0', { state: 'WARNING' })),
        ongoing('archive', null, eventOf('ARCHIVE')),
        ongoing('mem', null, eventOf('MEM')),
      ],
    },
  );
  expect(alerts.map(({ level, sentence }) => `${level} ${sentence}`)).toEqual([
    'CRITICAL The history is not written to disk',
    'WARNING RAID md0 raised an alert',
    'WARNING Memory at 10.0 %',
  ]);
});

it('has the item of an alert kind as its subject, however its sentence begins', () => {
  const finding = {
    kind: 'DISK_FAILING',
    label: 'sdb',
    sentence: 'Disk sdb is losing data: pending sectors from 0 to 8.',
    details: {},
  };
  const event = { ...ongoing('smart', 'sdb WDC', eventOf('DISK_FAILING_SDB WDC')), finding };
  const [alert] = listOf({}, { ongoing: [event] }).alerts;
  expect(alert).toMatchObject({
    subject: 'sdb',
    sentence: 'Disk sdb is losing data: pending sectors from 0 to 8',
  });
});

it('has the sentence of an alert kind, in one row with the value of the same item', () => {
  const finding = { kind: 'FS_FULL', label: null, sentence: '/media is 95 % full.', details: {} };
  const { alerts } = listOf(
    { fs: SERVED['fs'] ?? null },
    { ongoing: [{ ...ongoing('fs', '/media', eventOf('FS_FULL_/MEDIA')), finding }] },
  );
  expect(alerts).toMatchObject([
    {
      type: 'FS_FULL_/MEDIA',
      kind: 'FS_FULL',
      subject: '/media',
      sentence: '/media is 95 % full',
      since: 100_000,
      value: 95,
      chart: 'fs//media_percent',
      also: ['FS_/MEDIA'],
    },
  ]);
});

const MOSTLY_STRESS: Culprits = {
  programs: [{ name: 'stress-ng', unit: null, container: null, percent: 90 }],
  ended: 0,
};

it('says in a headline what, since when and who', () => {
  const { alerts } = listOf(
    { cpu: SERVED['cpu'] ?? null },
    {
      ongoing: [
        { ...ongoing('cpu', null, eventOf('CPU_TOTAL', { top: ['stress-ng'] })), culprits: MOSTLY_STRESS },
      ],
    },
  );
  const one = { alerts, careful: 0, hasData: true };
  expect(machineVerdict(one, 350_000, { notifies: true, rules: 0 })).toMatchObject({
    state: 'alerts',
    level: 'CRITICAL',
    sentence: 'CPU at 97.0 % for 4 min, mostly stress-ng',
    notifies: true,
  });
  const many = machineVerdict(listOf(SERVED), 0, { notifies: false, rules: 0 });
  expect(many.sentence).toBe('Disk sdb is failing, and 5 more alerts');
  expect(many.counts).toEqual({ critical: 6, warning: 0, careful: 2, silenced: 0 });
  const none = { alerts: [], careful: 1, hasData: true };
  expect(machineVerdict(none, 0, { notifies: false, rules: 0 })).toMatchObject({
    state: 'ok',
    level: 'CAREFUL',
  });
  expect(
    machineVerdict({ ...none, careful: 0, hasData: false }, 0, { notifies: false, rules: 0 }),
  ).toMatchObject({
    state: 'no-data',
    level: null,
  });
});

it.each([
  [39, ' for 39 s'],
  [240, ' for 4 min'],
  [7300, ' for 2 h'],
  [-5, ' for 0 s'],
])('a span of %s s is%s', (seconds, words) => {
  expect(aboutOf({ since: 1000, stretches: null, culprits: null }, 1000 + seconds * 1000)).toBe(words);
});

it('what is silenced is quiet, and counted apart', () => {
  const loud = { ...listOf({ cpu: SERVED['cpu'] ?? null }) };
  const [cpu] = loud.alerts;
  const quiet = { ...cpu!, id: 'mem/', silenced: true };
  const both = machineVerdict({ ...loud, alerts: [{ ...cpu!, level: 'WARNING' }, quiet] }, 0, {
    notifies: true,
    rules: 0,
  });
  expect(both).toMatchObject({ level: 'WARNING', counts: { silenced: 1 } });
  expect(both.sentence).toMatch(/^CPU at 97\.0 %.*, 1 silenced$/);
  const none = machineVerdict({ ...loud, alerts: [quiet] }, 0, { notifies: true, rules: 0 });
  expect(none).toMatchObject({ state: 'alerts', level: 'OK', sentence: '1 alert silenced' });
});

it('what comes and goes is said to: how long of how long', () => {
  const since = Date.UTC(2026, 0, 1, 14, 43);
  const now = since + 1_800_000;
  const about = (count: number, begin: number | null) =>
    aboutOf({ since, stretches: { count, seconds: 304, since: begin }, culprits: MOSTLY_STRESS }, now);
  expect(about(3, now - 30_000)).toBe(' on and off since 14:43, 5 min 34 s of 30 min, mostly stress-ng');
  expect(about(3, null)).toBe(' on and off since 14:43, 5 min 4 s of 30 min, mostly stress-ng');
  expect(about(1, since)).toBe(' for 30 min, mostly stress-ng');
  const old = {
    since: now - 30 * 86_400_000,
    stretches: { count: 2, seconds: 60, since: null },
    culprits: null,
  };
  // Never more than all.
  const young = { ...old, since: now - 97_000, stretches: { count: 2, seconds: 81, since: now - 60_000 } };
  expect(aboutOf(young, now)).toContain(', 1 min 37 s of 1 min 37 s');
  expect(aboutOf(old, now)).toBe(' on and off since 2025-12-02 15:13, 1 min of 30 d');
});

it('an item that does not answer is said to, in place of a level', () => {
  const silent = verdicts.ofPlugin('fs').find(({ item }) => item === '/media') as ShownVerdict;
  const stale: ShownVerdict = { ...silent, level: 'ERROR', isStale: true };
  const { alerts } = listOf(SERVED, { verdicts: { plugins: () => ['fs'], ofPlugin: () => [stale] } });
  expect(alerts).toMatchObject([{ level: 'WARNING', sentence: '/media does not answer' }]);
  const served = servedBy(SERVED['fs'] ?? null)('/media');
  expect(findingReason('fs', stale, served, text)).toBe('Does not answer: the last value was 95.0 %');
});

describe('reasons', () => {
  const reason = (plugin: string, stat: string) => {
    const verdict = verdicts.ofPlugin(plugin).find((one) => one.stat === stat) as ShownVerdict;
    return findingReason(plugin, verdict, servedBy(SERVED[plugin])(verdict.item), text);
  };

  it.each([
    ['cpu', 'CPU_TOTAL', 'Critical: total 97.0 %, threshold 85.0 %'],
    ['cpu', 'CPU_SYSTEM', ''],
    ['diskio', 'DISKIO_SDD_RX_LATENCY', 'Critical: a read takes 84.0 ms, threshold 50.0 ms'],
    ['fs', 'FS_/', 'Careful: in use 60.0 %, threshold 50.0 %'],
    ['raid', 'RAID_MD1', 'Critical: degraded 1/2'],
    // Above no threshold.
    ['sensors', 'SENSORS_TEMPERATURE_CORE_AUXTIN0', 'Careful: -62 °C, below zero'],
  ])('of %s %s', (plugin, stat, expected) => {
    expect(reason(plugin, stat)).toBe(expected);
  });
});

describe('what has ended', () => {
  const event = (type: string, begin: number, end: number) => ({ type, begin, end });
  const events = [
    event('CPU_TOTAL', 90, -1),
    event('CPU_TOTAL', 50, 60),
    event('LOAD', 55, 70),
    event('CPU_TOTAL', 10, 20),
    event('MEM', 50, 60),
    event('NET', 50, 60),
  ];

  it('is what no alert that stands has among its stretches', () => {
    const standing = [
      { type: 'CPU_TOTAL', also: ['LOAD'], since: 50_000 },
      { type: 'NET', also: [], since: null },
    ];
    expect(endedEvents(events, standing)).toEqual([
      event('CPU_TOTAL', 10, 20),
      event('MEM', 50, 60),
      event('NET', 50, 60),
    ]);
    expect(endedEvents(events, [])).toHaveLength(5);
  });
});
