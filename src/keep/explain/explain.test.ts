import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/support/filling.ts';
import { madePast, type MadePast, type ValueAt } from '../../../test/support/made-past.ts';
import type { SavedEvent } from '../../core/event.ts';
import type { Share } from '../past/history-source.ts';
import { explain } from './explain.ts';
import type { Cause, Explanation } from './explanation.ts';
import { RULES } from './rules/rules.ts';

const MINUTE = 60_000;
const NOON = new Date(2026, 10, 20, 12).getTime();
/** The last 15 minutes, of which five are bad. */
const WINDOW = { from: NOON, to: NOON + 15 * MINUTE };
const BAD = { from: NOON + 5 * MINUTE, to: NOON + 10 * MINUTE };
const GIB = 2 ** 30;
const MIB = 2 ** 20;

const isBad = (time: number): boolean => time >= BAD.from && time < BAD.to;

type Series = MadePast['series'];
type Top = Readonly<Partial<Record<'cpu' | 'memory' | 'io', readonly Share[]>>>;

/** Usual load of a machine with two cores, with noise. */
function usual(seed: number): Record<string, readonly [string | null, ValueAt]> {
  const random = createRandom(seed);
  const noise = new Map<string, number>();
  const around =
    (name: string, value: number, share = 0.2): ValueAt =>
    (time) => {
      const key = `${name} ${time}`;
      const known = noise.get(key) ?? random();
      noise.set(key, known);
      return value * (1 + share * (2 * known - 1));
    };
  const stall = (name: string): readonly [string, ValueAt] => ['millisecond', around(name, 5, 1)];
  return {
    'cpu/total': ['percent', around('total', 12)],
    'cpu/user': ['percent', around('user', 8)],
    'cpu/system': ['percent', around('system', 4)],
    'cpu/irq': ['percent', around('irq', 0.1)],
    'cpu/steal': ['percent', around('steal', 0.1)],
    'cpu/iowait': ['percent', around('iowait', 1)],
    'percpu/0/total': ['percent', around('core0', 12)],
    'percpu/1/total': ['percent', around('core1', 12)],
    'percpu/0/softirq': ['percent', around('soft0', 0.2)],
    'percpu/1/softirq': ['percent', around('soft1', 0.2)],
    'load/min1': ['float', around('load', 0.4)],
    'mem/percent': ['percent', around('mem', 40, 0.02)],
    'mem/available': ['bytes', around('available', 4.8 * GIB, 0.02)],
    'pressure/cpu/some_time_rate_per_sec': stall('psi-cpu'),
    'pressure/memory/some_time_rate_per_sec': stall('psi-memory'),
    'pressure/memory/full_time_rate_per_sec': stall('psi-memory-full'),
    'pressure/io/some_time_rate_per_sec': stall('psi-io'),
    'paging/minor_faults_rate_per_sec': ['number', around('minor', 1500)],
    'paging/swapped_in_rate_per_sec': ['byte', () => 0],
    'processcount/total': ['number', around('processes', 150, 0.02)],
    'processcount/thread': ['number', around('threads', 400, 0.02)],
    'processcount/running': ['number', around('running', 1.5)],
    'diskio/sda/read_bytes_rate_per_sec': ['byte', around('read', 100_000)],
    'diskio/sda/write_bytes_rate_per_sec': ['byte', around('write', 200_000)],
    'diskio/sda/read_count_rate_per_sec': ['number', around('reads', 4)],
    'diskio/sda/write_count_rate_per_sec': ['number', around('writes', 8)],
    'diskload/sda/busy': ['percent', around('busy', 2)],
    'diskload/sda/latency': ['millisecond', around('latency', 1.5)],
    'fs//srv/percent': ['percent', () => 71],
    'network/eth0/bytes_recv_rate_per_sec': ['byte', around('received', 20_000)],
    'packets/eth0/received_rate_per_sec': ['number', around('packets', 40)],
    'packets/eth0/lost': ['percent', () => 0],
    'tcp/retransmitted_percent': ['percent', around('resent', 0.1)],
    'tcp/sent_rate_per_sec': ['number', around('sent', 50)],
    'tcp/listen_drops_rate_per_sec': ['number', () => 0],
    'cgroups//app.service/throttled': ['percent', () => 0],
    'sensors/Package/value': ['C', around('heat', 50, 0.05)],
  };
}

const PROGRAMS: Top = {
  cpu: [['postgres', 10, 'postgresql.service']],
  memory: [['postgres', 1.5 * GIB, 'postgresql.service']],
  io: [['postgres', 200_000, 'postgresql.service']],
};

interface Incident {
  /** In place of the usual values, in the bad minutes. */
  readonly values?: Readonly<Record<string, number>>;
  readonly top?: Top;
  readonly more?: Partial<MadePast>;
  readonly series?: Series;
}

function pastOf({ values = {}, top = {}, more = {}, series = {} }: Incident, seed = 1) {
  const quiet = { ...usual(seed), ...series };
  const changed = Object.fromEntries(
    Object.entries(quiet).map(([id, [unit, at]]) => {
      const bad = values[id];
      return [id, [unit, bad === undefined ? at : (time: number) => (isBad(time) ? bad : at(time))] as const];
    }),
  );
  return madePast({
    series: changed,
    oldest: NOON - 2 * 3_600_000,
    top: (at) => {
      const shares = isBad(at) ? { ...PROGRAMS, ...top } : PROGRAMS;
      return { cpu: shares.cpu ?? [], memory: shares.memory ?? [], io: shares.io ?? [] };
    },
    ...more,
  });
}

const explained = (incident: Incident, seed?: number): Promise<Explanation> =>
  explain(pastOf(incident, seed), WINDOW);

/** An alert that began in the bad minutes. */
function alertOf(kind: string, sentence: string): SavedEvent {
  const begin = BAD.from / 1000;
  return {
    id: 1,
    plugin: 'paging',
    field: 'oom_kill',
    identity: null,
    stat: kind.toLowerCase(),
    finding: { kind, label: null, sentence, details: {} },
    event: {
      begin,
      end: begin,
      state: 'CRITICAL',
      type: kind,
      max: 1,
      avg: 1,
      min: 1,
      sum: 1,
      count: 1,
      top: [],
      desc: '',
      sort: 'cpu_percent',
      global_msg: '',
    },
  };
}

const CPU_FULL = { 'cpu/total': 99, 'pressure/cpu/some_time_rate_per_sec': 600, 'load/min1': 5 };

const INCIDENTS: readonly (readonly [cause: Cause, incident: Incident, sentence: RegExp])[] = [
  [
    'cpu',
    {
      values: { ...CPU_FULL, 'cpu/user': 90 },
      top: {
        cpu: [
          ['ffmpeg', 180, 'video.service'],
          ['postgres', 10],
        ],
      },
    },
    /^CPU at 99 % from 12:05 to 12:10, mostly by ffmpeg in video\.service \(180 % of a core\)\.$/,
  ],
  [
    'cpu',
    {
      values: { ...CPU_FULL, 'cpu/user': 90 },
      top: {
        cpu: [
          ['cc1plus', 60],
          ['rustc', 55],
          ['node', 50],
        ],
      },
    },
    /by 3 programs, most by cc1plus, rustc, node\.$/,
  ],
  [
    'cpu-kernel',
    {
      values: { ...CPU_FULL, 'cpu/system': 30, 'cpu/irq': 50, 'packets/eth0/received_rate_per_sec': 90_000 },
    },
    /^The kernel used the CPU .* with 90000 packets per second on eth0/,
  ],
  [
    'steal',
    { values: { 'cpu/steal': 45, 'cpu/total': 80 } },
    /withheld 45 % of the CPU time from 12:05 to 12:10/,
  ],
  [
    'throttled',
    { values: { 'cgroups//app.service/throttled': 80 } },
    /^\/app\.service was throttled .* 80 % of the periods\.$/,
  ],
  [
    'memory',
    {
      values: {
        'mem/percent': 97,
        'pressure/memory/some_time_rate_per_sec': 500,
        'pressure/memory/full_time_rate_per_sec': 340,
        'pressure/io/some_time_rate_per_sec': 400,
        'diskload/sda/busy': 95,
        'diskio/sda/read_bytes_rate_per_sec': 90 * MIB,
      },
      top: {
        memory: [
          ['java', 7.7 * GIB, 'app.service'],
          ['postgres', 1.5 * GIB],
        ],
      },
    },
    /^Memory was scarce from 12:05 to 12:10: tasks waited for memory 34 % of the time while java in app\.service grew by 7\.7 GiB\.$/,
  ],
  [
    'oom',
    {
      values: { 'mem/percent': 97 },
      more: {
        events: [
          alertOf('OOM_KILL', 'java (6.2 GiB) was killed because the memory of the machine was used up.'),
        ],
      },
    },
    /^At 12:05:00, java \(6\.2 GiB\) was killed/,
  ],
  [
    'restarts',
    { more: { events: [alertOf('UNIT_RESTARTING', 'app.service was restarted 6 times in 5 min.')] } },
    /^app\.service was restarted 6 times/,
  ],
  [
    'disk',
    {
      values: {
        'pressure/io/some_time_rate_per_sec': 600,
        'diskload/sda/busy': 100,
        'diskload/sda/latency': 40,
        'diskio/sda/write_bytes_rate_per_sec': 180 * MIB,
        'cpu/iowait': 60,
      },
      top: { io: [['borg', 180 * MIB, 'backup.service']] },
    },
    /^sda was saturated from 12:05 to 12:10: it wrote 180 MiB\/s, mostly by borg in backup\.service .*; tasks waited for disks 60 % of the time\.$/,
  ],
  [
    'disk-slow',
    {
      values: {
        'pressure/io/some_time_rate_per_sec': 500,
        'diskload/sda/busy': 90,
        'diskload/sda/latency': 220,
      },
    },
    /^sda was slow .*: requests took 220 ms at only/,
  ],
  [
    'disk-full',
    { values: { 'fs//srv/percent': 100 }, top: { io: [['rsync', 40 * MIB]] } },
    /^\/srv was 100 % full .*, while data were written by rsync/,
  ],
  [
    'network',
    { values: { 'tcp/retransmitted_percent': 14 } },
    /14 % of the TCP segments had to be sent again\.$/,
  ],
  [
    'processes',
    {
      values: { ...CPU_FULL, 'processcount/total': 900, 'processcount/running': 40 },
      top: { cpu: [['sh', 150]] },
    },
    /^There were 900 processes, 750 more than usual, .* mostly sh/,
  ],
  [
    'processes',
    {
      values: { ...CPU_FULL, 'cpu/system': 70, 'paging/minor_faults_rate_per_sec': 200_000 },
      top: { cpu: [['sh', 150]] },
    },
    /^New processes were started all the time/,
  ],
  [
    'hung-mount',
    { values: { 'load/min1': 3.2 } },
    /did not answer from 12:05 to 12:10: the load rose to 3\.2/,
  ],
  ['thermal', { values: { 'sensors/Package/value': 98 } }, /^Package was at 98 °C/],
  [
    'pause',
    { more: { marks: [{ kind: 'suspend', time: BAD.from, detail: '5 min' }] } },
    /^The machine had been suspended .*5 min/,
  ],
  [
    'pause',
    { values: { 'cpu/total': Number.NaN } },
    /^Nothing was recorded from 12:05 to 12:10: the machine or the agent stood still\.$/,
  ],
];

describe('a cause', () => {
  it.each(INCIDENTS)('%s: %#', async (cause, incident, sentence) => {
    const { verdict } = await explained(incident);
    expect(verdict).toMatchObject({ cause, sentence: expect.stringMatching(sentence) as string });
  });

  it('is found for every rule', async () => {
    const found = new Set<string | null>();
    for (const [, incident] of INCIDENTS) found.add((await explained(incident)).verdict.rule);
    const others = new Set(['leak', 'programs-stopped']);
    expect(RULES.map(({ name }) => name).filter((name) => !found.has(name) && !others.has(name))).toEqual([]);
  });

  it('cpu: the threads of programs at work are not too many', async () => {
    const { verdict } = await explained({ values: { ...CPU_FULL, 'processcount/thread': 900 } });
    expect(verdict.cause).toBe('cpu');
  });

  it('leak: a program that only grows', async () => {
    const grown = (at: number): number => GIB * (1 + (at - NOON + 3_600_000) / 3_600_000);
    const { verdict } = await explained({
      more: { top: (at) => ({ cpu: [], memory: [['node', grown(at), 'app.service']], io: [] }) },
    });
    expect(verdict).toMatchObject({
      cause: 'leak',
      sentence: expect.stringMatching(/^node in app\.service only grows/) as string,
    });
  });

  it('of two that follow each other, the earlier comes first', async () => {
    const early = (value: number, otherwise: number): ValueAt => {
      const isEarly = (time: number): boolean => time >= NOON + MINUTE && time < NOON + 4 * MINUTE;
      return (time) => (isEarly(time) ? value : otherwise);
    };
    const values = {
      'pressure/io/some_time_rate_per_sec': 600,
      'diskload/sda/busy': 100,
      'diskio/sda/write_bytes_rate_per_sec': 180 * MIB,
    };
    const series = {
      'cpu/total': ['percent', early(99, 12)] as const,
      'pressure/cpu/some_time_rate_per_sec': ['millisecond', early(600, 5)] as const,
    };
    const { verdict, others } = await explained({ values, series });
    expect([verdict, ...others].map(({ cause }) => cause)).toEqual(['cpu', 'disk']);
    // At the same time, the disk is the cause of what the CPU does.
    const together = await explained({ values: { ...values, ...CPU_FULL } });
    expect([together.verdict, ...together.others].map(({ cause }) => cause)).toEqual(['disk', 'cpu']);
  });

  it('pause: a program that stands still and keeps its memory', async () => {
    const top = (isKept: boolean) => (at: number) => ({
      cpu: at < NOON + 5 * MINUTE ? [['worker', 60] as const] : [],
      memory: isKept || at < NOON + 5 * MINUTE ? [['worker', GIB] as const] : [],
      io: [],
    });
    const series = {
      'cpu/total': ['percent', (at: number) => (at < NOON + 5 * MINUTE ? 42 : 12)] as const,
    };
    expect((await explained({ series, more: { top: top(true) } })).verdict).toMatchObject({
      cause: 'pause',
      rule: 'programs-stopped',
      sentence: expect.stringMatching(/^worker stood still from 12:0\d to 12:15/) as string,
    });
    // Other programs ran before.
    const busy = (at: number): number => (Math.floor(at / MINUTE) % 2 === 0 ? 42 : 99);
    const beside = {
      'cpu/total': ['percent', (at: number) => (at < NOON + 5 * MINUTE ? busy(at) : 2)] as const,
    };
    expect((await explained({ series: beside, more: { top: top(true) } })).verdict.rule).toBe(
      'programs-stopped',
    );
    // It has ended.
    expect((await explained({ series, more: { top: top(false) } })).verdict.cause).toBe('none');
  });
});

describe('no cause', () => {
  it('on quiet machines', async () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
    const found = await Promise.all(seeds.map((seed) => explained({}, seed)));
    expect(found.map(({ verdict }) => verdict.cause)).toEqual(seeds.map(() => 'none'));
    expect(found.filter(({ changed }) => changed.length > 0).length).toBeLessThanOrEqual(1);
    expect(found[0]?.verdict.sentence).toBe('No cause found from 12:00 to 12:15: nothing was unusual.');
  });

  it('for what happens at the same hour of every day', async () => {
    const nightly =
      (at: ValueAt): ValueAt =>
      (time) => {
        const date = new Date(time);
        return date.getHours() === 12 && date.getMinutes() >= 5 && date.getMinutes() < 10 ? 99 : at(time);
      };
    const quiet = usual(3);
    const [unit, at] = quiet['cpu/total'] as readonly [string, ValueAt];
    const incident = {
      series: { 'cpu/total': [unit, nightly(at)] as const },
      more: { oldest: NOON - 8 * 86_400_000 },
    };
    const found = await explained(incident);
    expect(found.verdict.cause).toBe('none');
    expect(found.baselines).toMatchObject([{ kind: 'before' }, { kind: 'same-time', days: 7, missing: 0 }]);
    // Without these days it is unusual.
    expect((await explained({ ...incident, more: {} })).verdict.cause).toBe('cpu');
  });

  it('without a past, for what was so from the beginning', async () => {
    const series: Series = {
      'load/min1': ['float', (at) => Math.max(0.4, 6 - (at - NOON) / MINUTE)],
      'mem/percent': ['percent', () => 93],
      'fs//srv/percent': ['percent', () => 100],
      'cgroups//app.service/oom_kills': ['number', () => 2],
    };
    const { verdict } = await explained({ series, more: { oldest: NOON } });
    expect(verdict.sentence).toBe(
      'No cause found from 12:00 to 12:15: no earlier history shows what is usual.',
    );
    // Changes within the window still count.
    const full: Series = { 'fs//srv/percent': ['percent', (at) => (isBad(at) ? 100 : 71)] };
    expect((await explained({ series: full, more: { oldest: NOON } })).verdict.cause).toBe('disk-full');
    const kills: Series = { 'cgroups//app.service/oom_kills': ['number', (at) => (isBad(at) ? 3 : 2)] };
    expect((await explained({ series: kills, more: { oldest: NOON } })).verdict.cause).toBe('oom');
  });

  it('but what a group that was made in the window has killed counts', async () => {
    const series: Series = {
      'cpu/total': ['percent', () => 5],
      'cgroups//app.service/oom_kills': ['number', (at) => (at >= NOON ? 1 : Number.NaN)],
    };
    expect((await explained({ series })).verdict.cause).toBe('oom');
  });

  it('where nothing was recorded', async () => {
    const found = await explain(madePast({ series: {}, oldest: NOON }), WINDOW);
    expect(found).toMatchObject({
      verdict: { cause: 'none', sentence: 'Nothing was recorded from 12:00 to 12:15.' },
    });
    expect(found.missing).toContain('No history before this time to compare with.');
  });
});

describe('an answer', () => {
  it('shows response times in milliseconds, and not those that stay below the noise of a network', async () => {
    const answer = (bad: number) => ({
      'ports/port_0/status': ['second', (at: number) => (isBad(at) ? bad : 0.0004)] as const,
    });
    expect((await explained({ series: answer(0.0012) })).changed).toEqual([]);
    expect((await explained({ series: answer(0.3) })).changed.map(({ text }) => text)).toEqual([
      'ports port_0 status: 300 ms (usually 0.4 ms)',
    ]);
    expect((await explained({ series: answer(2) })).changed.map(({ text }) => text)).toEqual([
      'ports port_0 status: 2 s (usually 0.4 ms)',
    ]);
  });

  it('names symptoms, programs, what changed and what happened', async () => {
    const found = await explained({
      values: { ...CPU_FULL, 'cpu/user': 90 },
      top: { cpu: [['ffmpeg', 180, null, 'media']] },
      more: {
        marks: [{ kind: 'start', time: NOON + MINUTE, detail: null }],
        notes: [{ id: 1, time: NOON + 2 * MINUTE, until: null, text: 'Deployed', tags: [] }],
      },
    });
    expect(found.symptoms).toContainEqual({
      kind: 'cpu',
      series: 'pressure/cpu_some_time_rate_per_sec',
      from: BAD.from,
      to: BAD.to,
      lost_percent: 60,
    });
    expect(found.who[0]).toMatchObject({ program: 'ffmpeg', container: 'media', metric: 'cpu', usual: 0 });
    // Parts of the CPU count once.
    expect(found.changed).toHaveLength(1);
    expect(found.changed[0]).toMatchObject({ direction: 'up', began: BAD.from });
    expect(found.happened.map(({ text }) => text)).toEqual(['The agent started.', 'Deployed']);
  });

  it('says that a kernel measures no pressure, and finds the cause', async () => {
    const series = Object.fromEntries(
      Object.entries(usual(1)).filter(([id]) => !id.startsWith('pressure/')),
    ) as Series;
    const full = Object.fromEntries(
      Object.entries(series).map(([id, [unit, at]]) => [
        id,
        [unit, (time: number) => (isBad(time) && id === 'cpu/total' ? 99 : at(time))] as const,
      ]),
    );
    const found = await explain(madePast({ series: full, oldest: NOON - 7_200_000 }), WINDOW);
    expect(found.verdict.cause).toBe('cpu');
    expect(found.missing).toContain(
      'This kernel measures no pressure: load, I/O wait and swap stand in for it.',
    );
  });

  it('is bounded, however many series there are', async () => {
    const noisy: Record<string, readonly [string, ValueAt]> = {};
    for (let item = 0; item < 1000; item += 1)
      noisy[`network/veth-with-a-long-name-${item}/bytes_recv_rate_per_sec`] = [
        'byte',
        (time) => (isBad(time) ? 1e9 + item : 1000),
      ];
    const found = await explained({ series: noisy });
    expect(found.changed).toHaveLength(12);
    expect(JSON.stringify(found).length).toBeLessThan(65_536);
  });

  it('compares the same local time before and after the clocks change', async () => {
    const asked: number[] = [];
    const past = pastOf({ more: { oldest: 0 } });
    // Europe/Berlin changes on 25 October 2026; tests may run in any zone.
    const window = { from: new Date(2026, 9, 28, 3).getTime(), to: new Date(2026, 9, 28, 3, 15).getTime() };
    const range = past.range.bind(past);
    await explain({ ...past, range: (ids, wanted) => (asked.push(wanted.from), range(ids, wanted)) }, window);
    const hours = asked.slice(1).map((from) => new Date(from).getHours());
    expect(hours).toHaveLength(10);
    expect(new Set(hours)).toEqual(new Set([3]));
  });

  it('is given up when the client leaves', async () => {
    let isGone = false;
    const past = pastOf({ more: { isGone: () => isGone } });
    const answer = explain(
      { ...past, series: (from, to) => ((isGone = true), past.series(from, to)) },
      WINDOW,
    );
    await expect(answer).rejects.toThrow('The client has disconnected');
  });
});
