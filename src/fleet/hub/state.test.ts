import type { Answered } from '../../net/agents/values/extract.ts';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { parseColumns, RECENT_LENGTH } from '../../core/columns.ts';
import { levelOfDecoration, rowOf } from './row.ts';
import { afterPoll, newState, type PollOutcome } from './state.ts';

const answered = (...values: [string, Answered['value'], string?][]): PollOutcome => ({
  status: 'ONLINE',
  ip: '10.0.0.5',
  values: new Map(values.map(([key, value, decoration = 'OK']) => [key, { value, decoration }])),
});
const gone: PollOutcome = { status: 'OFFLINE', reason: 'nothing listens', ip: null };

describe('afterPoll', () => {
  const start = newState(serverAt(1), 1000);

  it('begins without knowing anything', () => {
    expect(start).toMatchObject({ status: 'UNKNOWN', reason: 'has not been asked yet', answeredAt: null });
  });

  it('keeps the time of a status while it lasts', () => {
    const online = afterPoll(start, answered(['cpu_total', 1]), 2000);
    expect(online).toMatchObject({
      status: 'ONLINE',
      reason: null,
      since: 2000,
      answeredAt: 2000,
      ip: '10.0.0.5',
    });
    const still = afterPoll(online, answered(['cpu_total', 2]), 3000);
    expect(still).toMatchObject({ since: 2000, answeredAt: 3000 });
    const off = afterPoll(still, gone, 4000);
    expect(off).toMatchObject({
      status: 'OFFLINE',
      since: 4000,
      answeredAt: 3000,
      failures: 1,
      ip: '10.0.0.5',
    });
    expect(afterPoll(off, gone, 5000)).toMatchObject({ since: 4000, failures: 2 });
    expect(afterPoll(off, answered(), 5000)).toMatchObject({ status: 'ONLINE', failures: 0, since: 5000 });
  });

  it('keeps what it read, with its time, and recent numbers of bounded length', () => {
    let state = start;
    for (let index = 0; index < 50; index += 1)
      state = afterPoll(state, answered(['cpu_total', index], ['system_hr_name', 'Debian']), index);
    state = afterPoll(state, answered(['cpu_total', 50]), 100);
    const cpu = state.readings.get('cpu_total');
    expect(cpu?.recent).toHaveLength(RECENT_LENGTH);
    expect(cpu?.recent.slice(-2)).toEqual([49, 50]);
    expect(state.readings.get('system_hr_name')).toEqual({
      value: 'Debian',
      decoration: 'OK',
      at: 49,
      recent: [],
    });
  });

  it('does not change the state of before', () => {
    const online = afterPoll(start, answered(['cpu_total', 1]), 2000);
    const frozen = structuredClone({ ...online, readings: [...online.readings] });
    afterPoll(online, answered(['cpu_total', 2]), 3000);
    expect({ ...online, readings: [...online.readings] }).toEqual(frozen);
  });
});

describe('rowOf', () => {
  it('tells ages in tenths of seconds, and the date of the status, also after the clock was set', () => {
    const clock = createFakeClock(Date.UTC(2026, 0, 1));
    clock.skip(10_000);
    const state = afterPoll(newState(serverAt(1), 0), answered(['cpu_total', 1]), clock.monotonic());
    const columns = parseColumns(['cpu:total', 'mem:percent']);
    clock.skip(2345);
    clock.step(3 * 3_600_000);
    const row = rowOf(state, columns, clock);
    expect(row).toMatchObject({ age: 2.3, values: { cpu_total: { age: 2.3 } } });
    expect(row.since).toBe('2026-01-01T03:00:10.000Z');
    expect(row.values).not.toHaveProperty('mem_percent');
  });

  it.each([
    ['OK_LOG', 'OK'],
    ['CRITICAL', 'CRITICAL'],
    ['DEFAULT', null],
    ['MAX', null],
  ])('takes the level out of %s', (decoration, level) => {
    expect(levelOfDecoration(decoration)).toBe(level);
  });
});
