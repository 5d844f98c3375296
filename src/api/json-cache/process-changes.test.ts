import { describe, expect, it } from 'vitest';
import type { Served } from '../../core/served.ts';
import type { Origin } from '../../core/process-origin.ts';
import { createProcessChanges } from './process-changes.ts';

const INIT = { key: 'pid', pid: 1, name: 'init' };
const SHELL = { key: 'pid', pid: 20, name: 'sh' };
const ORIGIN: Origin = { ppid: 1, create_time: 7 };

function rig() {
  let now = 0;
  let sequence = 0;
  const origins = new Map<number, Origin>([[20, ORIGIN]]);
  const changes = createProcessChanges(() => now);
  return {
    origins,
    wait: (ms: number) => (now += ms),
    skip: () => (sequence += 1),
    ask(since: number, ...value: Served[]) {
      sequence += 1;
      const snapshot = { plugin: 'processlist', sequence, time: now, value };
      const { rows, ...rest } = changes.between(since, snapshot, (pid) => origins.get(pid) ?? null);
      return { ...rest, rows: [...rows] };
    },
  };
}

describe('differences of the process list', () => {
  it('are everything at first, and then what is new, other or gone', () => {
    const { ask, origins } = rig();
    expect(ask(-1, INIT, SHELL)).toEqual({
      sequence: 1,
      isWhole: true,
      gone: [],
      rows: [INIT, { ...SHELL, ...ORIGIN }],
    });
    expect(ask(1, INIT, SHELL)).toMatchObject({ sequence: 2, isWhole: false, gone: [], rows: [] });
    const busy = { ...INIT, cpu_percent: 3 };
    expect(ask(2, busy)).toEqual({
      sequence: 3,
      isWhole: false,
      gone: [20],
      rows: [{ pid: 1, cpu_percent: 3 }],
    });
    origins.set(1, { ppid: 0, create_time: 1, unit: 'init.scope' });
    const origin = { ppid: 0, create_time: 1, unit: 'init.scope' };
    expect(ask(3, busy)).toMatchObject({ gone: [], rows: [{ pid: 1, ...origin }] });
    // A slow reader gets both, whole; a reused number is not gone.
    expect(ask(2, busy, { ...SHELL })).toMatchObject({
      gone: [],
      rows: [{ ...busy, ...origin }, SHELL],
    });
    // Removed members make it complete again.
    expect(ask(5, INIT, SHELL).rows[0]).toEqual({ ...INIT, ...origin });
  });

  it.each([
    ['of another time', 99],
    ['of before somebody asked', 0],
  ])('are everything for a position %s', (_, since) => {
    const { ask, skip } = rig();
    skip();
    ask(-1, INIT);
    expect(ask(since, INIT)).toMatchObject({ isWhole: true, rows: [INIT] });
  });

  it('are everything again after nobody asked for a minute', () => {
    const { ask, wait } = rig();
    ask(-1, INIT);
    wait(60_001);
    expect(ask(1, INIT)).toMatchObject({ isWhole: true });
  });
});
