import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { networkWith } from '../../../test/support/mdns.ts';
import { watchNetworks } from './network-watch.ts';
import type { Network } from './networks.ts';

const FIRST = networkWith('10.0.0.5');
const SECOND = networkWith('192.168.7.5', 'eth1');

/** Changes as they were noticed: seconds, and the names of the networks. */
function setUp(...present: Network[]) {
  const clock = createFakeClock();
  const changes: [seconds: number, ...names: string[]][] = [];
  let looks = 0;
  const stop = watchNetworks({
    clock,
    list: () => [...present],
    onLook({ now, isChanged }) {
      looks += 1;
      if (isChanged) changes.push([clock.monotonic() / 1000, ...now.map(({ name }) => name)]);
    },
  });
  const looksIn = async (ms: number): Promise<number> => {
    looks = 0;
    await clock.advance(ms);
    return looks;
  };
  return { clock, changes, present, stop, looksIn };
}

describe('the networks of this machine', () => {
  it('are told at once', () => {
    expect(setUp(FIRST).changes).toEqual([[0, 'eth0']]);
    expect(setUp().changes).toEqual([[0]]);
  });

  it('are told within a second where they come soon after the start, and after each other', async () => {
    const { clock, changes, present } = setUp();
    await clock.advance(700);
    present.push(FIRST);
    await clock.advance(1000);
    present.push(SECOND);
    await clock.advance(1000);
    expect(changes).toEqual([[0], [1, 'eth0'], [2, 'eth0', 'eth1']]);
  });

  it('are told within two seconds where there was none for long', async () => {
    const { clock, changes, present } = setUp();
    await clock.advance(3_600_000);
    present.push(FIRST);
    await clock.advance(2000);
    expect(changes.slice(1)).toEqual([[expect.any(Number), 'eth0']]);
  });

  it('are looked at seldom while they stay', async () => {
    const { clock, looksIn, changes, present } = setUp(FIRST);
    await clock.advance(60_000);
    expect(await looksIn(60_000)).toBe(4);
    present.push(SECOND);
    await clock.advance(15_000);
    expect(changes).toHaveLength(2);
  });

  it('are looked at no more after the end', async () => {
    const { looksIn, stop } = setUp(FIRST);
    stop();
    expect(await looksIn(60_000)).toBe(0);
  });
});
