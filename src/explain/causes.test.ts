import { describe, expect, it } from 'vitest';
import {
  alertOf,
  BAD,
  CPU_FULL,
  explained,
  GIB,
  type Incident,
  MIB,
  MINUTE,
  NOON,
} from '../../test/support/explain-rig.ts';
import type { ValueAt } from '../../test/support/made-past.ts';
import type { Cause } from './explanation.ts';
import { RULES } from './rules/rules.ts';

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
    /^CPU at 99 % from 12:05 to 12:10, mostly ffmpeg in video\.service\.$/,
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
    /, cc1plus 34 %, rustc 32 %, node 29 %\.$/,
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
    /^Memory was scarce from 12:05 to 12:10: tasks waited for memory 34 % of the time, mostly java in app\.service, which grew by 7\.7 GiB\.$/,
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
    'restarts',
    { more: { events: ['web', 'app', 'db'].map((name) => alertOf('UNIT_RESTARTING', `${name} restarts.`)) } },
    /^web restarts \(and 2 more\)\.$/,
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
    /^sda was saturated from 12:05 to 12:10: it wrote 180 MiB\/s, mostly borg in backup\.service; tasks waited for disks 60 % of the time\.$/,
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
    /^\/srv was 100 % full .*, while data were written: mostly rsync/,
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
  const rules = new Set<string | null>();

  it.each(INCIDENTS)('%s: %#', async (cause, incident, sentence) => {
    const { verdict } = await explained(incident);
    rules.add(verdict.rule);
    expect(verdict).toMatchObject({ cause, sentence: expect.stringMatching(sentence) as string });
  });

  it('is found for every rule', () => {
    const others = new Set(['leak', 'programs-stopped']);
    expect(RULES.map(({ name }) => name).filter((name) => !rules.has(name) && !others.has(name))).toEqual([]);
  });

  it('cpu: the threads of programs at work are not too many', async () => {
    const { verdict } = await explained({ values: { ...CPU_FULL, 'processcount/thread': 900 } });
    expect(verdict.cause).toBe('cpu');
  });

  const WEAK: readonly [cause: string, values: Readonly<Record<string, number>>, sentence: RegExp][] = [
    ['disk-full', { 'fs//srv/percent': 85 }, /^\/srv filled by 14 %, to 85 %, .* mostly rsync\.$/],
    [
      'throttled',
      { 'cgroups//app.service/throttled': 9 },
      /^\/app\.service was throttled in 9 % of the periods/,
    ],
    [
      'processes',
      { 'processcount/ended_cpu_percent': 60 },
      /^Processes that ended at once used 60 % of a core from 12:05 to 12:10/,
    ],
    [
      'disk',
      { 'diskio/sda/write_count_rate_per_sec': 700, 'diskio/sda/write_bytes_rate_per_sec': 3 * MIB },
      /^Disk sda .*: 700 requests per second at 3\.0 MiB\/s .*, mostly rsync\. Whether tasks waited for it is not known\.$/,
    ],
    ['disk', { 'diskload/sda/busy': 60 }, /^sda was busy 60 % of the time .* is not known\.$/],
  ];

  it.each(WEAK)(
    '%s: a weaker sentence where the full proof is missing: %j',
    async (cause, values, sentence) => {
      const without = cause === 'disk' ? 'pressure' : '';
      const { verdict, others } = await explained({ values, without, top: { io: [['rsync', 40 * MIB]] } });
      // Where it is known that nothing waited, a busy disk explains nothing.
      if (cause === 'disk') expect((await explained({ values })).verdict.cause).toBe('none');
      expect(verdict).toMatchObject({ cause, sentence: expect.stringMatching(sentence) as string });
      expect(others).toEqual([]);
    },
  );

  it('cpu: a CPU without idle time is never nothing', async () => {
    const full = { 'cpu/total': ['percent', () => 100] as const };
    const { verdict } = await explained({ series: full });
    expect(verdict.sentence).toMatch(/^CPU at 100 % from 12:00 to 12:15.*, as before\.$/);
    // A small change does not explain it.
    const more = { top: () => ({ cpu: [['ffmpeg', 150] as const], memory: [], io: [] }) };
    const values = { 'processcount/ended_cpu_percent': 9 };
    expect((await explained({ series: full, values, more })).verdict.sentence).toContain(
      ', mostly ffmpeg, as before',
    );
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

  it('leak: nothing that grows explains a CPU without idle time', async () => {
    const grown = (at: number): number => GIB * (1 + (at - NOON + 3_600_000) / 3_600_000);
    const full = { 'cpu/total': ['percent', () => 100] as const };
    const top = (at: number) => ({
      cpu: [['ffmpeg', 190] as const],
      memory: [['node', grown(at)] as const],
      io: [],
    });
    const { verdict, others } = await explained({ series: full, more: { top } });
    expect(verdict).toMatchObject({ cause: 'cpu', rule: 'cpu-full' });
    expect(verdict.sentence).toMatch(/^CPU at 100 % .*, as before\.$/);
    expect(others[0]?.cause).toBe('leak');
  });

  it('leak: claims no more than was recorded', async () => {
    const grown = (at: number): number => GIB * (1 + (at - NOON) / 600_000);
    const young = (at: number): number => (at < NOON + 8 * MINUTE ? Number.NaN : 40);
    const { verdict } = await explained({
      series: { 'mem/percent': ['percent', young], 'mem/used': ['bytes', grown] },
      more: {
        oldest: NOON + 8 * MINUTE,
        top: (at) => (at < NOON + 8 * MINUTE ? null : { cpu: [], memory: [['node', grown(at)]], io: [] }),
      },
    });
    expect(verdict.sentence).toMatch(/^node grew by .* from 12:08 to 12:15, .* Less than ten minutes/);
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
