import { describe, expect, it } from 'vitest';
import {
  BAD,
  CPU_FULL,
  explained,
  isBad,
  MINUTE,
  NOON,
  pastOf,
  type Series,
  usual,
  WINDOW,
} from '../../test/support/explain-rig.ts';
import { madePast, type ValueAt } from '../../test/support/made-past.ts';
import { explain } from './explain.ts';

describe('an answer', () => {
  it('shows response times in milliseconds, and not those that stay below the noise of a network', async () => {
    const answer = (bad: number) => ({
      'ports/port_0/status': ['second', (at: number) => (isBad(at) ? bad : 0.0004)] as const,
    });
    expect((await explained({ series: answer(0.0012) })).changed).toEqual([]);
    expect((await explained({ series: answer(0.3) })).changed.map(({ text }) => text)).toEqual([
      'Host port_0 answer: 300 ms (usually 0.4 ms)',
    ]);
    expect((await explained({ series: answer(2) })).changed.map(({ text }) => text)).toEqual([
      'Host port_0 answer: 2 s (usually 0.4 ms)',
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
    for (let item = 0; item < 250; item += 1)
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
    // What recurs may do so half an hour earlier.
    const hours = asked.slice(1).map((from) => new Date(from + 30 * MINUTE).getHours());
    expect(hours).toHaveLength(10);
    expect(new Set(hours)).toEqual(new Set([3]));
  });

  it('is aborted when the client disconnects', async () => {
    let isGone = false;
    const past = pastOf({ more: { isGone: () => isGone } });
    const answer = explain(
      { ...past, series: (from, to) => ((isGone = true), past.series(from, to)) },
      WINDOW,
    );
    await expect(answer).rejects.toThrow('The client has disconnected');
  });
});
