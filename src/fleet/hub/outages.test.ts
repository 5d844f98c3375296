import { describe, expect, it } from 'vitest';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { createOutages } from './outages.ts';
import { afterPoll, newState, type PollOutcome, type ServerState } from './state.ts';

const UP: PollOutcome = { status: 'ONLINE', values: new Map(), ip: null };
const DOWN: PollOutcome = { status: 'OFFLINE', reason: 'nothing listens', ip: null };
const PACE = 10_000;

/** A fleet that is polled every ten seconds. */
function fleet(size: number) {
  const take = createOutages({ offlineAfterMs: () => 60_000, stoppedAfterMs: () => 900_000 });
  let states: ServerState[] = Array.from({ length: size }, (_, at) => newState(serverAt(at), 0));
  let now = 0;
  const down = new Set<number>();
  const stopped = new Set<number>();
  const poll = () => {
    now += PACE;
    states = states.map((state, at) => {
      const next = afterPoll(state, down.has(at) ? DOWN : UP, now);
      return stopped.delete(at) ? { ...next, stoppedAt: now } : next;
    });
    return take(states, now, PACE);
  };
  const run = (seconds: number) => {
    let last = take(states, now, PACE);
    for (let passed = 0; passed < seconds; passed += PACE / 1000) last = poll();
    return last.offline.map(({ isConfirmed, isInMass }) =>
      isInMass ? 'mass' : isConfirmed ? 'alone' : 'doubtful',
    );
  };
  return { down, stopped, run, take, states: () => states };
}

describe('outages', () => {
  it('are confirmed after a minute, and over with the next answer', () => {
    const { down, run } = fleet(10);
    run(60);
    down.add(3);
    expect(run(50)).toEqual(['doubtful']);
    expect(run(10)).toEqual(['alone']);
    down.delete(3);
    expect(run(10)).toEqual([]);
  });

  it('of servers that were stopped as planned wait longer, together or alone', () => {
    const { down, stopped, run } = fleet(10);
    run(60);
    for (let at = 0; at < 5; at += 1) stopped.add(at);
    run(10);
    for (let at = 0; at < 5; at += 1) down.add(at);
    expect(run(840)).toEqual(Array.from({ length: 5 }, () => 'doubtful'));
    // A server that fails in between is alone.
    down.add(9);
    expect(run(70).toSorted()).toContain('alone');
    // It was back in time, and fails later.
    const other = fleet(10);
    other.run(60);
    other.stopped.add(1);
    other.run(10);
    other.down.add(1);
    other.run(60);
    other.down.delete(1);
    other.run(60);
    other.down.add(1);
    expect(other.run(70)).toEqual(['alone']);
  });

  it('are none of servers that were never online', () => {
    const { down, run } = fleet(10);
    down.add(1);
    expect(run(600)).toEqual(['doubtful']);
  });

  it('of more than three servers within half a minute, or of a third, are one', () => {
    const large = fleet(100);
    large.run(60);
    for (const at of [1, 2, 3]) large.down.add(at);
    expect(large.run(90)).toEqual(['alone', 'alone', 'alone']);
    large.down.clear();
    large.run(20);
    for (const at of [1, 2]) large.down.add(at);
    large.run(20);
    for (const at of [3, 4]) large.down.add(at);
    expect(large.run(90)).toEqual(['mass', 'mass', 'mass', 'mass']);
    // A server that fails later is alone; the others keep their state until they reply.
    large.down.add(50);
    large.down.delete(1);
    expect(large.run(90)).toEqual(['mass', 'mass', 'mass', 'alone']);

    const small = fleet(6);
    small.run(60);
    small.down.add(1).add(2);
    expect(small.run(90)).toEqual(['mass', 'mass']);
  });

  it('forget servers that were removed, and name those that have not been asked', () => {
    const { down, run, take, states } = fleet(4);
    expect(take(states(), 0, PACE).unknown).toHaveLength(4);
    run(60);
    down.add(1);
    run(90);
    expect(take([], 0, PACE)).toEqual({ offline: [], unknown: [] });
    expect(take(states(), 0, PACE).offline).toMatchObject([{ isConfirmed: false }]);
  });
});
