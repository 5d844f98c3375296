/**
 * One alert of an engine, and every text about it: the verdict, the list of events, the notification, the explanation, the page, the
 * terminal, the print and the hub name the same culprits, times, level and threshold.
 */
import { describe, expect, it } from 'vitest';
import { composeMessage } from '../../src/alerts/notify/message.ts';
import { noticeEvent } from '../../src/alerts/notify/notice-of.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import type { Json } from '../../src/core/served.ts';
import type { Alert } from '../../src/core/alert.ts';
import { kindTitle } from '../../src/core/kind-titles.ts';
import { labelOfEvent, subjectOf } from '../../src/show/display/subjects.ts';
import type { VerdictSource } from '../../src/show/display/verdicts.ts';
import { keyOf, type SavedEvent, type WholeAlert } from '../../src/core/event.ts';
import type { PluginValue, ServedMember } from '../../src/core/served.ts';
import { explain } from '../../src/explain/explain.ts';
import { serverVerdictIn as fleetVerdictIn } from '../../src/fleet/hub/server-verdict.ts';
import { PROMPT } from '../../src/measure/levels/alert-delays.ts';
import { createJudge, type LevelVerdict } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { shownVerdict } from '../../src/measure/levels/series.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { alertListOf, endedEvents, shownAlert } from '../../src/show/display/alert-list.ts';
import { culpritWords } from '../../src/show/display/culprit-words.ts';
import { aboutOf, machineVerdict, spanOf } from '../../src/show/display/machine-verdict.ts';
import { showText } from '../../src/show/display/units.ts';
import { alertsOf } from '../../src/show/terminal/draw/alerts.ts';
import { remoteVerdictIn } from '../../src/show/terminal/data-source/remote-verdict.ts';
import type { Ui } from '../../src/show/terminal/state/ui.ts';
import { episodeWords } from '../../web/alerts/episode-words.ts';
import { episodesOf } from '../../web/alerts/episodes.ts';
import { createEventRig, type EventRig, verdict } from '../support/event-rig.ts';
import { BAD, CPU_FULL, GIB, MIB, pastOf, WINDOW } from '../support/explain-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { onlyInFull } from '../support/full-run.ts';

type Used = Readonly<Record<string, number>>;

interface Scenario {
  /** Default: the CPU. */
  readonly resource?: ClaimedResource;
  /** What programs use in each scan of the alert, in turn: seconds of CPU time or bytes. */
  readonly scans: readonly Used[];
  /** The same before it. */
  readonly before?: Used;
  /** CPU seconds of processes that ended unseen, per scan. */
  readonly ended?: number;
  readonly owners?: EventRig['owners'];
  readonly users?: EventRig['users'];
  readonly who: string;
}

const many = (count: number, amount: number): Used =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`worker-${index}`, amount]));

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a hog among idlers': {
    scans: [{ ...many(8, 0.04), burner: 3.6 }],
    before: many(8, 0.04),
    who: 'mostly burner',
  },
  'a hog that is seldom among the first': {
    scans: [{ idler: 0.1, burner: 3.6 }, { idler: 0.1 }, { idler: 0.1 }],
    who: 'mostly burner',
  },
  'many equal workers': { scans: [many(16, 0.24)], who: 'many programs' },
  // Threads are none: the kernel adds their time to that of their process.
  'processes of one name': { scans: [{ worker: 3.9, other: 0.1 }], who: 'mostly worker' },
  'short-lived forks': {
    scans: [{ bash: 0.8 }, { bash: 0.8 }],
    ended: 3,
    who: 'programs too short-lived to be seen: 79 %',
  },
  'a program in a container': {
    scans: [{ ffmpeg: 3.9 }],
    owners: { ffmpeg: { unit: null, container: 'jellyfin' } },
    who: 'mostly ffmpeg in container name-of-jellyfin',
  },
  'a program of a service': {
    scans: [{ node: 3.9 }],
    owners: { node: { unit: 'shop.service', container: null } },
    who: 'mostly node in shop.service',
  },
  'a program of a user': {
    scans: [{ python3: 2, make: 1.8 }],
    owners: { python3: { unit: 'session-4.scope', container: null } },
    users: { python3: 'anna', make: 'root' },
    who: 'mostly python3 of user anna',
  },
  'several at once': {
    scans: [{ cc1plus: 1.4, rustc: 1.2, node: 0.4 }],
    who: 'cc1plus 47 %, rustc 40 %',
  },
  'a steady load and a new one': {
    scans: [{ postgres: 1.9, ffmpeg: 2 }],
    before: { postgres: 1.9 },
    who: 'mostly ffmpeg',
  },
  'a program that takes the memory': {
    resource: 'memory',
    scans: [{ postgres: 6 * GIB, java: 5 * GIB, shell: 10 * MIB }],
    before: { postgres: 6 * GIB, shell: 10 * MIB },
    who: 'mostly java',
  },
  'a writer': {
    resource: 'disk',
    scans: [{ 'jbd2/sda-8': 900 * MIB, borg: 90 * MIB, rsync: 30 * MIB }],
    before: { rsync: 30 * MIB },
    who: 'mostly borg',
  },
};

/** Those of which explanations name the culprits. */
type ClaimedResource = 'cpu' | 'memory' | 'disk';

interface Claim {
  readonly plugin: string;
  readonly stat: string;
  /** Values of the plugin: within limits, warning, critical. */
  readonly value: (percent: number) => PluginValue;
  readonly levels: readonly [fine: number, warning: number, critical: number];
  /** Values of the history in the bad minutes. */
  readonly past: Readonly<Record<string, number>>;
  readonly explained: (who: string) => string;
}

const CLAIMS: Readonly<Record<ClaimedResource, Claim>> = {
  cpu: {
    plugin: 'cpu',
    stat: 'CPU_TOTAL',
    value: (total) => ({ total, user: 1, system: 1, iowait: 0, steal: 0 }),
    levels: [5, 80, 99],
    past: CPU_FULL,
    explained: (who) => `CPU at 99 % from 12:05 to 12:10, ${who}.`,
  },
  memory: {
    plugin: 'mem',
    stat: 'MEM',
    value: (percent) => ({ percent }),
    levels: [40, 80, 97],
    past: { 'mem/percent': 97, 'pressure/memory/some_time_rate_per_sec': 500 },
    explained: (who) =>
      `Memory was scarce from 12:05 to 12:10: tasks waited for memory 50 % of the time, ${who}.`,
  },
  disk: {
    plugin: 'cpu',
    stat: 'CPU_IOWAIT',
    value: (iowait) => ({ total: 5, user: 1, system: 1, iowait, steal: 0 }),
    levels: [1, 75, 95],
    past: {
      'pressure/io/some_time_rate_per_sec': 600,
      'diskload/sda/busy': 100,
      'diskio/sda/write_bytes_rate_per_sec': 180 * MIB,
    },
    explained: (who) =>
      `sda was saturated from 12:05 to 12:10: it wrote 180 MiB/s, ${who}; tasks waited for disks 60 % of the time.`,
  },
};

const judgeOf = ({ plugin }: Claim) => {
  const found = plugins.find(({ name }) => name === plugin);
  if (found === undefined) throw new Error(`no plugin ${plugin}`);
  const judge = createJudge(found, limitsOf(found, { section: {}, historySize: 1, cores: 2 }));
  return (value: PluginValue) => judge(value).map((verdict) => ({ ...verdict, delays: PROMPT }));
};

const STEP_MS = 2000;
const BEFORE = 40;

/** Levels of an alert's scans: 0 is fine, 1 a warning, 2 critical. */
const of = (level: 0 | 1 | 2, count: number): (0 | 1 | 2)[] => Array.from({ length: count }, () => level);
const SHAPES = {
  'that is critical': { levels: of(2, 90), span: / for 3 min$/ },
  'that is a warning': { levels: of(1, 20), span: / for 40 s$/ },
  'that was worse': { levels: [...of(2, 60), ...of(1, 30)], span: / for 3 min$/ },
  'that becomes worse': { levels: [...of(1, 60), ...of(2, 3)], span: / for 2 min$/ },
  'that comes and goes': {
    levels: [...of(2, 30), ...of(0, 15), ...of(2, 30), ...of(0, 20), ...of(2, 22)],
    span: / on and off since 12:05, 2 min 44 s of 3 min 54 s$/,
  },
} as const;

/** An agent that samples one value, at the end of an alert. */
async function stand(scenario: Scenario, levels: readonly (0 | 1 | 2)[]) {
  const { resource = 'cpu', scans, before = {}, ended = 0, owners = {}, users = {} } = scenario;
  const claim = CLAIMS[resource];
  const judge = judgeOf(claim);
  const clock = createFakeClock(BAD.from - BEFORE * STEP_MS);
  const rig = createEventRig({ max_events: 20 }, true, null, clock);
  Object.assign(rig, { owners, users });
  let value = claim.value(claim.levels[0]);
  const sample = async (level: 0 | 1 | 2, used: Used): Promise<void> => {
    rig.used = { [resource]: used };
    rig.ended = level === 0 ? 0 : ended;
    value = claim.value(claim.levels[level]);
    rig.events.take(claim.plugin, judge(value), clock.now());
    await rig.scan();
    await clock.advance(STEP_MS);
  };
  for (let scan = 0; scan < BEFORE; scan += 1) await sample(0, before);
  let turn = 0;
  for (const level of levels)
    await sample(level, level === 0 ? before : (scans[turn++ % scans.length] as Used));
  // What programs cause is known of the alert that programs cause.
  const saved = rig.events.lasting().find(({ event }) => event.type === claim.stat) as SavedEvent;
  return {
    claim,
    rig,
    saved,
    value,
    judge,
    whole: rig.events.current(keyOf(saved)) as WholeAlert,
    end: () => sample(0, before),
  };
}

const text = (value: ServedMember, kind: never): string =>
  showText(value, kind, { bits: true, binary: true, fahrenheit: false });

const CRITICAL = 'that is critical';
/** Who is another question than since when and how bad: not all of each are combined. */
const CASES = [
  ...Object.keys(SCENARIOS).map((name) => [name, CRITICAL] as const),
  ...[
    'a hog among idlers',
    ...onlyInFull('alerts of all resources', 'a program that takes the memory', 'a writer'),
  ].flatMap((name) =>
    Object.keys(SHAPES)
      .filter((shape) => shape !== CRITICAL)
      .map((shape) => [name, shape as keyof typeof SHAPES] as const),
  ),
];

describe('one alert', () => {
  it.each(CASES)('of %s %s is told the same everywhere', async (name, shape) => {
    const scenario = SCENARIOS[name] as Scenario;
    const { levels, span } = SHAPES[shape];
    const { claim, rig, saved, value, judge, whole, end } = await stand(scenario, levels);
    const { who } = scenario;
    const now = rig.clock.now();
    const verdicts = judge(value).map(shownVerdict);
    const list = alertListOf({
      verdicts: { plugins: () => [claim.plugin], ofPlugin: () => verdicts },
      hasData: true,
      latest: () => value,
      ongoing: rig.events.standing(),
      sinceOf: () => null,
      isSilenced: () => false,
      text: text as never,
    });
    const machine = machineVerdict(list, now, { notifies: false, rules: 0 });
    const served = JSON.parse(JSON.stringify(machine)) as Json;
    const [alert] = machine.alerts;
    if (alert === undefined) throw new Error('no alert');

    // The headline, a terminal of another machine, and a hub.
    const about = `${spanOf(alert, now)}, ${who}`;
    expect(spanOf(alert, now)).toMatch(span);
    expect(alert.since).toBe(BAD.from);
    expect(machine.sentence).toBe(`${alert.sentence}${about}`);
    const source = { alerts: () => remoteVerdictIn(served), latest: () => rig.list(), now: () => now };
    const { lines } = alertsOf({ source, text } as unknown as Ui, Infinity);
    // The stretches that are over are not told again.
    expect(lines.map((line) => [line.level, line.text])).toEqual([
      [alert.level.toLowerCase(), `${alert.sentence}${about}`],
    ]);
    const [ofServer] = fleetVerdictIn(served)?.alerts ?? [];
    expect(ofServer).toMatchObject({ level: alert.level, sentence: alert.sentence });
    expect(aboutOf(ofServer!, now)).toBe(about);

    // The list of events, which has the worst level so far; programs of none of them have a name of their own.
    const [event] = rig.list();
    expect(event?.top).toEqual(saved.culprits?.programs.map(({ name }) => name));
    expect(alert.who).toEqual(event?.top);

    // The notification: since when, how bad, who.
    const verdictOfAlert = verdicts.find(({ stat }) => stat === claim.stat)!;
    const words = {
      plugin: claim.plugin,
      item: null,
      type: claim.stat,
      verdict: verdictOfAlert,
      served: value as never,
      finding: null,
    };
    const shown = {
      ...shownAlert(words, null, alert.since, text as never),
      who: culpritWords(whole.culprits),
    };
    const { text: body, title } = composeMessage([
      { id: '1', kind: 'reminder', host: 'host', event: { ...noticeEvent(whole), shown } },
    ]);
    expect(title).toBe(`Still ${alert.level}: ${alert.sentence} on host`);
    expect(body).toContain(`Cause: ${who}`);
    expect(body).toContain(`Value ${alert.value} %, threshold ${alert.threshold} %.`);
    expect(body.includes('on and off since')).toBe(span.source.includes('on and off'));
    expect(noticeEvent(whole)).toMatchObject({ begin: BAD.from / 1000, stretches: alert.stretches });

    // The explanation of that time. What only follows from the alert is named by the alert.
    const events = rig.events.recent();
    const bystander = {
      programs: [{ name: 'bystander', unit: null, container: null, percent: 90 }],
      ended: 0,
    };
    const load = { ...saved, id: saved.id + 1, plugin: 'load', stat: 'load', culprits: bystander };
    const top = {
      cpu: [['bystander', 180]],
      memory: [['bystander', GIB]],
      io: [['bystander', 300 * MIB]],
    } as const;
    const past = pastOf({ values: claim.past, top, more: { events: [...events, load] } });
    expect((await explain(past, WINDOW)).verdict.sentence).toBe(claim.explained(who));

    // The page and the print, which list each stretch once the alert is over.
    expect(endedEvents(rig.list(), machine.alerts)).toEqual([]);
    await end();
    const over = rig.events.recent().map(({ event: one, culprits = null }) => ({ ...one, culprits }));
    const [episode] = episodesOf(endedEvents(over, []), now / 1000);
    expect(episode?.begin).toBe(BAD.from / 1000);
    expect(culpritWords(episode?.culprits)).toBe(who);
    expect(episodeWords(episode!, { compared: null }, now / 1000, String)).toMatch(
      over.length === 1 ? /^/ : /^3 times since 12:05, 2 min 44 s in all, .*/,
    );
  });
});

/** Values at a critical level, the name of their alert, and its sentence where that does not begin with it. */
const NAMED: readonly (readonly [
  plugin: string,
  served: PluginValue,
  type: string,
  name: string,
  sentence?: string,
])[] = [
  ['cpu', { total: 99 }, 'CPU_TOTAL', 'CPU'],
  ['cpu', { iowait: 95 }, 'CPU_IOWAIT', 'CPU I/O wait'],
  ['cpu', { ctx_switches_rate_per_sec: 1e9 }, 'CPU_CTX_SWITCHES', 'CPU context switches'],
  ['mem', { percent: 99 }, 'MEM', 'Memory'],
  ['memswap', { percent: 99 }, 'MEMSWAP', 'Swap'],
  ['load', { min1: 0, min5: 0, min15: 99, cpucore: 1 }, 'LOAD', 'Load over 15 min'],
  [
    'connections',
    { nf_conntrack_percent: 99 },
    'CONNECTIONS_NF_CONNTRACK_PERCENT',
    'Connections conntrack used',
  ],
  ['fs', [{ key: 'mnt_point', mnt_point: '/home', percent: 99 }], 'FS_/HOME', '/home'],
  ['inodes', [{ key: 'mnt_point', mnt_point: '/home', percent: 99 }], 'INODES_/HOME', 'Inodes /home'],
  [
    'folders',
    [{ key: 'path', path: '/srv', indice: '1', size: 9e6, errno: 0 }],
    'FOLDERS_FOLDER_1',
    'Folder /srv',
  ],
  [
    'diskio',
    [{ key: 'disk_name', disk_name: 'sda', read_latency: 80 }],
    'DISKIO_SDA_RX_LATENCY',
    'Disk sda time of a read',
    'Disk sda: a read takes 80.0 ms',
  ],
  [
    'network',
    [
      {
        key: 'interface_name',
        interface_name: 'eth0',
        speed: 1000,
        bytes_recv_rate_per_sec: 124,
        bytes_sent_rate_per_sec: 1,
      },
    ],
    'NETWORK_ETH0_RX',
    'Network eth0 received',
  ],
  [
    'sensors',
    [{ key: 'label', label: 'Core 0', type: 'temperature_core', unit: 'C', value: 99 }],
    'SENSORS_TEMPERATURE_CORE_CORE 0',
    'Sensor Core 0',
  ],
  ['gpu', [{ key: 'gpu_id', gpu_id: 'a0', name: 'Arc', proc: 99 }], 'GPU_PROC', 'Arc load'],
  ['wifi', [{ key: 'ssid', ssid: 'wlan0', quality_level: -95 }], 'WIFI_WLAN0', 'Wi-Fi wlan0 signal'],
  ['raid', { md0: { status: 'inactive' } }, 'RAID_MD0', 'RAID md0'],
  [
    'units',
    [{ key: 'name', name: 'web.service', active_state: 'failed' }],
    'UNITS_WEB.SERVICE',
    'Units web.service',
  ],
];

const NO_VERDICTS: VerdictSource = { plugins: () => [], ofPlugin: () => [] };

/** The end of an event. */
function endOf(plugin: string, type: string) {
  const rig = createEventRig();
  rig.events.take('cpu', [verdict('cpu', { level: 'CRITICAL' })], 0);
  const [saved] = rig.events.lasting() as [SavedEvent];
  const event = { ...saved.event, type, end: saved.event.begin + 60 };
  return noticeEvent({ ...saved, plugin, event, stretches: { count: 1, seconds: 60, since: null } });
}

describe('one subject', () => {
  it.each(NAMED.map((row) => [row[3], row] as const))('is %s everywhere', (name, row) => {
    const [plugin, served, type, , sentence] = row;
    const found = plugins.find((one) => one.name === plugin)!;
    const judge = createJudge(
      found,
      limitsOf(found, { section: { folder_1_critical: '1' }, historySize: 1, cores: 1 }),
    );
    const verdicts: VerdictSource = {
      plugins: () => [plugin],
      ofPlugin: () => judge(served).map(shownVerdict),
    };
    const list = alertListOf({
      verdicts,
      hasData: true,
      latest: () => served,
      ongoing: [],
      sinceOf: () => null,
      isSilenced: () => false,
      text: text as never,
    });
    expect(list.alerts.map((one) => [one.type, one.subject])).toEqual([[type, name]]);
    const [alert] = list.alerts as [Alert];
    expect(alert.sentence.startsWith(sentence ?? `${name} `)).toBe(true);
    // Timeline, ended alerts of page and print, marks of charts, and the last alert of the headline.
    const { label } = subjectOf({ type }, verdicts, () => served);
    expect(label).toBe(name);
    const [{ field, identity }] = judge(served)
      .filter(({ stat }) => stat.toUpperCase() === type)
      .reverse() as [LevelVerdict];
    // A hub and explanations, which have no names of devices.
    if (plugin !== 'gpu') expect(labelOfEvent({ type, plugin, field, identity })).toBe(name);
    // The terminal.
    const ended = { begin: 0, end: 60, type, state: 'CRITICAL', top: [] };
    const source = {
      alerts: () => ({ alerts: [], hasData: true }),
      latest: (one: string) => (one === 'alert' ? [ended] : served),
      plugins: [plugin],
      judge: () => judge(served),
      now: () => 60_000,
    };
    const { lines } = alertsOf({ source, text } as unknown as Ui, 9);
    expect(lines[0]?.text).toBe(`${name} for 1 min`);
    // The notification of its end.
    const event = { ...endOf(plugin, type), shown: { ...alert, who: '' } };
    expect(composeMessage([{ id: '1', kind: 'end', host: 'h', event }]).title).toBe(`Ended: ${name} on h`);
  });

  it.each(FAILURE_RULES.map(({ name }) => name))('of %s is that of its finding', (kind) => {
    const finding = { kind, label: 'Thing', sentence: 'Thing is broken.', details: {} };
    const worded = {
      plugin: '',
      item: 'thing-1',
      type: `${kind}_THING-1`,
      verdict: null,
      served: {},
      finding,
    };
    const { subject, sentence } = shownAlert(worded, null, 0, text as never);
    expect([subject, sentence]).toEqual(['Thing', 'Thing is broken']);
    const named = { type: worded.type, kind, subject: finding.label };
    const title = kindTitle(kind)!;
    for (const label of [subjectOf(named, NO_VERDICTS, () => null).label, labelOfEvent(named)])
      expect(label.toLowerCase()).toBe(`thing: ${title.toLowerCase()}`);
  });
});
