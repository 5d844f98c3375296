import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { serverAt } from '../../../test/support/fake-servers.ts';
import { createPoller } from './poller.ts';
import type { Server } from './server.ts';
import type { PollOutcome } from './state.ts';
import { createTable } from './table.ts';

const online: PollOutcome = { status: 'ONLINE', values: new Map(), ip: null };
const offline: PollOutcome = { status: 'OFFLINE', reason: 'gone', ip: null };

/** @param answer after so many milliseconds; null: never */
function rig(
  answer: (server: Server) => { outcome: PollOutcome; afterMs: number | null },
  refreshMs = 10_000,
) {
  const clock = createFakeClock();
  const table = createTable(clock);
  const polls: { id: string; at: number }[] = [];
  const faults: unknown[] = [];
  let open = 0;
  let most = 0;
  const poller = createPoller({
    table,
    clock,
    refreshMs,
    random: () => 0.5,
    onFault: (error) => void faults.push(error),
    poll(server, signal) {
      polls.push({ id: server.id, at: clock.monotonic() });
      open += 1;
      most = Math.max(most, open);
      const { outcome, afterMs } = answer(server);
      return new Promise((resolve) => {
        const end = (): void => {
          open -= 1;
          resolve(outcome);
        };
        if (afterMs !== null) clock.setTimer(end, afterMs);
        signal.addEventListener('abort', end);
      });
    },
  });
  const add = (server: Server): void => {
    table.put(server);
    poller.add(server);
  };
  const timesOf = (id: string): number[] => polls.filter((poll) => poll.id === id).map(({ at }) => at);
  return { clock, table, poller, add, polls, timesOf, faults, mostAtOnce: () => most };
}

const many = (count: number, prefix: string): Server[] =>
  Array.from({ length: count }, (_, index) => serverAt(1, { id: `${prefix}${index}` }));

describe('the poller', () => {
  it('polls at the pace asked for while somebody watches, and slowly otherwise', async () => {
    const { clock, poller, add, timesOf } = rig(() => ({ outcome: online, afterMs: 10 }));
    add(serverAt(1, { id: 'a' }));
    await clock.advance(59_000);
    expect(timesOf('a')).toHaveLength(1);
    const release = poller.keepActive();
    await clock.advance(60_000);
    expect(timesOf('a').length).toBeGreaterThanOrEqual(6);
    release();
    await clock.advance(300_000);
    const before = timesOf('a').length;
    await clock.advance(600_000);
    expect(timesOf('a').length - before).toBeLessThanOrEqual(10);
    poller.stop();
  });

  it('polls soon when somebody begins to watch', async () => {
    const { clock, poller, add, timesOf } = rig(() => ({ outcome: online, afterMs: 10 }));
    add(serverAt(1, { id: 'a' }));
    await clock.advance(10_000);
    poller.touch();
    await clock.advance(100);
    expect(timesOf('a')).toHaveLength(2);
    poller.stop();
  });

  it('backs off from the dead, up to a minute', async () => {
    const { clock, poller, add, timesOf } = rig(() => ({ outcome: offline, afterMs: 0 }));
    poller.keepActive();
    add(serverAt(1, { id: 'a' }));
    await clock.advance(600_000);
    const times = timesOf('a');
    const gaps = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
    expect(gaps.slice(0, 5)).toEqual([10, 20, 40, 60, 60]);
    poller.stop();
  });

  it('lets a thousand that hang hold up nobody', async () => {
    const { clock, poller, add, timesOf, table, mostAtOnce } = rig(({ id }) =>
      id.startsWith('dead') ? { outcome: offline, afterMs: 6000 } : { outcome: online, afterMs: 20 },
    );
    poller.keepActive();
    for (const server of [...many(1000, 'dead'), ...many(100, 'well')]) add(server);
    await clock.advance(60_000);
    const from = clock.monotonic();
    await clock.advance(60_000);
    for (let index = 0; index < 100; index += 1) {
      const times = timesOf(`well${index}`).filter((time) => time >= from);
      const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(11_000);
    }
    expect(table.counts()).toMatchObject({ ONLINE: 100, OFFLINE: 1000 });
    expect(mostAtOnce()).toBeLessThanOrEqual(512);
    poller.stop();
  });

  it('never polls twice at once, and ends polls at what is removed', async () => {
    const { clock, poller, add, polls, table } = rig(() => ({ outcome: online, afterMs: null }));
    poller.keepActive();
    const server = serverAt(1, { id: 'a' });
    add(server);
    await clock.advance(100_000);
    expect(polls).toHaveLength(1);
    poller.remove(server);
    table.remove('a');
    await clock.advance(100_000);
    expect(polls).toHaveLength(1);
    poller.stop();
  });

  it('goes on after a fault of its own', async () => {
    const { clock, poller, add, polls, faults } = rig(() => {
      throw new Error('a fault');
    });
    poller.keepActive();
    add(serverAt(1, { id: 'a' }));
    await clock.advance(100_000);
    expect(polls.length).toBeGreaterThan(3);
    expect(faults.length).toBe(polls.length);
    poller.stop();
  });
});
