import { describe, expect, it } from 'vitest';
import { probing, running, at } from '../../../test/support/probing.ts';

describe('plugins paced by another', () => {
  it('are left out while they are spared, and read when that ends', async () => {
    const { clock, probe } = probing();
    const [leader, follower] = [probe('leader'), probe('follower', { pacedBy: 'leader' })];
    const rig = await running(clock, leader, follower);
    const end = rig.sampler.suspend('follower');
    await clock.advance(4500);
    expect([leader.times(), follower.times()]).toEqual([at(2, 4), []]);
    end();
    end();
    expect([leader.times(), follower.times()]).toEqual([[], at(4.5)]);
    await clock.advance(2000);
    expect(follower.times()).toEqual(at(6));
  });

  it('are read together with it, at its refresh and demand', async () => {
    const { clock, probe } = probing();
    const leader = probe('leader', { weight: 'heavy', refresh: 4 });
    const follower = probe('follower', { pacedBy: 'leader', refresh: 1 });
    const { sampler, stateOf } = await running(clock, follower, leader);
    await clock.advance(10_000);
    await sampler.touch(['follower']);
    expect([leader.times(), follower.times()]).toEqual([at(10), at(10)]);
    expect(stateOf('leader')?.refresh).toBe(4);
    await clock.advance(8000);
    expect(leader.times()).toEqual(follower.times());
  });

  it('may pace others in turn', async () => {
    const { clock, probe } = probing();
    const probes = [probe('c', { pacedBy: 'b' }), probe('b', { pacedBy: 'a' }), probe('a', { refresh: 3 })];
    await running(clock, ...probes);
    await clock.advance(3000);
    expect(probes.map(({ times }) => times())).toEqual([at(3), at(3), at(3)]);
  });

  it('go by themselves when it is not enabled', async () => {
    const { clock, probe } = probing();
    const follower = probe('follower', { pacedBy: 'leader', refresh: 1 });
    await running(clock, follower);
    await clock.advance(2000);
    expect(follower.times()).toEqual(at(1, 2));
  });
});
