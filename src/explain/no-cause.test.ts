import { describe, expect, it } from 'vitest';
import {
  CPU_FULL,
  explained,
  isBad,
  MINUTE,
  NOON,
  type Series,
  usual,
  WINDOW,
} from '../../test/support/explain-rig.ts';
import { tries } from '../../test/support/full-run.ts';
import { madePast, type ValueAt } from '../../test/support/made-past.ts';
import { explain } from './explain.ts';

describe('no cause', () => {
  it('on quiet machines', async () => {
    const seeds = Array.from({ length: tries(20) }, (_, index) => index + 1);
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
      more: {
        oldest: NOON - 8 * 86_400_000,
        top: (time: number) => ({
          cpu: [['nightly', nightly(() => 1)(time) * 2] as const],
          memory: [],
          io: [],
        }),
      },
    };
    const found = await explained(incident);
    expect(found.verdict.cause).toBe('none');
    expect(found.verdict.sentence).toBe(
      'CPU at 99 % from 12:05 to 12:10, mostly nightly, as on most days at this time.',
    );
    expect(found.baselines).toMatchObject([{ kind: 'before' }, { kind: 'same-time', days: 7, missing: 0 }]);
    // Without these days it is unusual.
    expect((await explained({ series: incident.series })).verdict.cause).toBe('cpu');
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
