import { describe, expect, it } from 'vitest';
import {
  CPU_FULL,
  explained,
  isBad,
  MIB,
  MINUTE,
  NOON,
  type Series,
  usual,
  WINDOW,
} from '../../test/support/explain-rig.ts';
import { tries } from '../../test/support/full-run.ts';
import { madePast, type ValueAt } from '../../test/support/made-past.ts';
import { inEnglish } from '../core/said.ts';
import { recurrenceWord } from './amounts.ts';
import { explain } from './explain.ts';

describe('no cause', () => {
  it('on quiet machines', async () => {
    const seeds = Array.from({ length: tries(8) }, (_, index) => index + 1);
    const found = await Promise.all(seeds.map((seed) => explained({}, seed)));
    expect(found.map(({ verdict }) => verdict.cause)).toEqual(seeds.map(() => 'none'));
    expect(found.filter(({ changed }) => changed.length > 0).length).toBeLessThanOrEqual(1);
    expect(found[0]?.verdict.sentence).toBe('No cause found from 12:00 to 12:15: nothing was unusual.');
  });

  describe('for what happens at this time of most days', () => {
    const DAY = 24 * 60 * MINUTE;
    /** A job in the bad minutes of some days, a few minutes earlier or later. */
    const nightly =
      (days: readonly number[], bad: number, at: ValueAt): ValueAt =>
      (time) => {
        const day = Math.round((NOON - time) / DAY);
        const shift = ((day * 7) % 11) - 5;
        return (day === 0 || days.includes(day)) && isBad(time + day * DAY + (day && shift * MINUTE))
          ? bad
          : at(time);
      };
    const quiet = usual(3);
    const jobs = {
      cpu: { 'cpu/total': 99 },
      disk: {
        'pressure/io/some_time_rate_per_sec': 600,
        'diskload/sda/busy': 100,
        'diskio/sda/write_bytes_rate_per_sec': 180 * MIB,
      },
      memory: { 'pressure/memory/some_time_rate_per_sec': 500 },
    };
    const explainedOn = (job: keyof typeof jobs, days: readonly number[], recorded: number) => {
      const series = Object.fromEntries(
        Object.entries(jobs[job]).map(([id, bad]) => {
          const [unit, at] = quiet[id] as readonly [string, ValueAt];
          return [id, [unit, nightly(days, bad, at)] as const];
        }),
      );
      return explained({ series, more: { oldest: NOON - recorded * DAY - 120 * MINUTE } });
    };

    it.each([
      ['cpu', [1, 2, 3, 4, 5, 6, 7], 7, 'CPU at 99 % from 12:05 to 12:10, as every day at 12:05.'],
      // The fourth time.
      ['cpu', [1, 2, 3], 3, 'CPU at 99 % from 12:05 to 12:10, as every day at 12:05.'],
      ['cpu', [1, 2, 4, 5, 7], 7, 'CPU at 99 % from 12:05 to 12:10, as on 5 of 7 days at 12:05.'],
      [
        'disk',
        [1, 2, 3],
        3,
        'sda was saturated from 12:05 to 12:10: it wrote 180 MiB/s; tasks waited for disks 60 % of the time, as every day at 12:05.',
      ],
      [
        'memory',
        [1, 2, 3],
        3,
        'Memory was scarce from 12:05 to 12:10: tasks waited for memory 50 % of the time, as every day at 12:05.',
      ],
    ] as const)('%s, on days %j of %i', async (job, days, recorded, sentence) => {
      const { verdict, baselines } = await explainedOn(job, days, recorded);
      expect([verdict.cause, verdict.sentence]).toEqual(['none', sentence]);
      expect(baselines[1]).toMatchObject({ kind: 'same-time', days: recorded, missing: 7 - recorded });
    });

    it.each([
      ['no earlier day', [], 7],
      ['two days', [1, 2], 2],
      ['three of seven', [2, 4, 6], 7],
    ] as const)('but not of %s', async (_, days, recorded) => {
      expect((await explainedOn('cpu', days, recorded)).verdict.cause).toBe('cpu');
      expect((await explainedOn('disk', days, recorded)).verdict.cause).toBe('disk');
    });

    it('and it is said whether it is a night', () => {
      const every = { days: 4, of: 4 };
      expect(inEnglish(recurrenceWord(every, new Date(2026, 10, 20, 3).getTime()))).toBe(
        'as every night at 03:00',
      );
      expect(inEnglish(recurrenceWord({ days: 4, of: 7 }, new Date(2026, 10, 20, 23, 5).getTime()))).toBe(
        'as on 4 of 7 nights at 23:05',
      );
    });
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

  it('and no program is usual where none was recorded before', async () => {
    const top = (at: number) => ({ cpu: at < NOON ? [] : [['ffmpeg', 180] as const], memory: [], io: [] });
    const who = async (oldest: number) =>
      (await explained({ more: { oldest, top: (at) => (at < oldest ? null : top(at)) } })).who.map(
        ({ usual: known, text }) => [known, text],
      );
    expect(await who(NOON)).toEqual([[null, 'ffmpeg: 180 % of a core']]);
    // Nor in a record that is too short to show it.
    expect(await who(NOON - 5 * MINUTE)).toEqual([[0, 'ffmpeg: 180 % of a core (0 % of a core before)']]);
    expect(await who(NOON - 7_200_000)).toEqual([[0, 'ffmpeg: 180 % of a core (usually 0 % of a core)']]);
  });

  it('where too little was recorded to call anything usual', async () => {
    const sentence = async (oldest: number) => (await explained({ more: { oldest } })).verdict.sentence;
    const none = 'No cause found from 12:00 to 12:15';
    expect(await sentence(NOON - 8 * MINUTE)).toBe(
      `${none}: too little earlier history shows what is usual.`,
    );
    expect(await sentence(NOON - 12 * MINUTE)).toBe(`${none}: nothing was unusual.`);
    // Words that compare, likewise.
    const values = { ...CPU_FULL, 'processcount/total': 900, 'processcount/running': 40 };
    const count = async (oldest: number) =>
      (await explained({ values, more: { oldest } })).verdict.sentence.replace(/,? from .*/, '');
    expect(await count(NOON - 8 * MINUTE)).toMatch(/^There were 900 processes, 7\d\d more than before$/);
    expect(await count(NOON - 12 * MINUTE)).toMatch(/^There were 900 processes, 7\d\d more than usual$/);
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
