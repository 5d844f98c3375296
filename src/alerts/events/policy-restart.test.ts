import { describe, expect, it } from 'vitest';
import {
  AT_ONCE,
  type PolicyRig,
  type Config,
  cpuOf,
  createPolicyRig,
  QUICK,
} from '../../../test/support/policy-rig.ts';
import { STORED_ALERT } from '../../core/alert-policy.ts';
import { isOf } from '../../core/shape-check.ts';

describe('a restart', () => {
  const restarted = async (rig: PolicyRig, config: Config, pauseSeconds = 20): Promise<PolicyRig> => {
    const left = await rig.stop();
    expect(left.past.alerts.every((one) => isOf(STORED_ALERT, one))).toBe(true);
    await left.clock.advance(pauseSeconds * 1000);
    return createPolicyRig(config, { left });
  };

  it('within the duration neither loses nor repeats a notification', async () => {
    const before = createPolicyRig(QUICK);
    await before.cpu(80, 60);
    const after = await restarted(before, QUICK);
    await after.cpu(80, 30);
    expect(after.titles()).toEqual([]);
    await after.cpu(80, 60);
    expect([before.titles(), after.titles()]).toEqual([[], ['WARNING: CPU_TOTAL 80 %']]);
    const third = await restarted(after, QUICK);
    await third.cpu(80, 600);
    await third.cpu(10, 100);
    expect(third.titles()).toEqual(['Ended: CPU_TOTAL']);
  });

  it('with a clock that was set back in between neither waits for it nor repeats', async () => {
    const before = createPolicyRig(QUICK);
    await before.cpu(80, 60);
    const left = await before.stop();
    left.clock.step(-50 * 365 * 86_400_000);
    await left.clock.advance(20_000);
    const after = createPolicyRig(QUICK, { left });
    await after.cpu(80, 200);
    expect(after.titles()).toEqual(['WARNING: CPU_TOTAL 80 %']);
  });

  it('within the duration forgets an alert that is over', async () => {
    const before = createPolicyRig(QUICK);
    await before.cpu(80, 60);
    const after = await restarted(before, QUICK);
    await after.cpu(10, 1000);
    expect(after.titles()).toEqual([]);
    expect((await after.stop()).past.alerts).toEqual([]);
  });

  it('while it is flapping changes nothing', async () => {
    const flap = async (rig: PolicyRig, times: number) => {
      for (let i = 0; i < times; i += 1) {
        await rig.cpu(90, 8);
        await rig.cpu(40, 10);
      }
    };
    const before = createPolicyRig();
    await flap(before, 10);
    const middle = await restarted(before, {}, 10);
    await flap(middle, 10);
    const after = await restarted(middle, {}, 10);
    await flap(after, 10);
    await after.cpu(5, 3600);
    const titles = [before, middle, after].map((rig) => rig.titles());
    expect(titles).toEqual([[], ['Flapping: CPU_TOTAL'], ['Settled: CPU_TOTAL']]);
    expect(after.texts[0]).toContain('30 times');
  });

  it('after hours tells nobody again of what goes on, and claims nothing of the hours between', async () => {
    const before = createPolicyRig(AT_ONCE);
    await before.cpu(80, 30);
    const [begun] = before.standing();
    const after = await restarted(before, AT_ONCE, 9 * 3600);
    await after.clock.advance(0);
    await after.cpu(80, 30);
    const [standing] = after.standing();
    expect(standing?.stretches).toMatchObject({ count: 1, seconds: 0 });
    expect((standing?.event.begin ?? 0) - (begun?.event.begin ?? 0)).toBeGreaterThan(9 * 3600);
    await after.cpu(10, 100);
    expect(after.titles()).toEqual(['Ended: CPU_TOTAL']);
    expect(after.texts[0]).toContain('was WARNING for 30 s,');
  });

  it('before the end was notified does not lose it', async () => {
    const before = createPolicyRig(AT_ONCE);
    await before.cpu(80, 30);
    await before.cpu(10, 30);
    const after = await restarted(before, AT_ONCE, 5);
    await after.cpu(10, 60);
    expect([before.titles(), after.titles()]).toEqual([['WARNING: CPU_TOTAL 80 %'], ['Ended: CPU_TOTAL']]);
  });

  describe('after SIGKILL at once after a notification', () => {
    /** Killed 100 ms after the last value of the CPU. */
    const killed = async (config: Config, before: readonly (readonly [number, number])[], last: number) => {
      const rig = createPolicyRig(config, { target: { group_wait: '0' } });
      for (const [percent, seconds] of before) await rig.cpu(percent, seconds);
      rig.feed('cpu', cpuOf(last));
      await rig.clock.advance(100);
      const titles = rig.titles();
      const left = await rig.kill();
      await left.clock.advance(5000);
      return { titles, next: createPolicyRig(config, { left, target: { group_wait: '0' } }) };
    };

    const BEGIN = 'WARNING: CPU_TOTAL 80 %';

    // The alert of a QUICK one was saved while it waited.
    it.each([
      ['at once', AT_ONCE, []],
      ['after a while', QUICK, [[80, 120] as const]],
    ])('an event that was notified %s has its end notified', async (_, config, before) => {
      const { titles, next } = await killed(config, before, 80);
      await next.cpu(10, 100);
      expect([titles, next.titles()]).toEqual([[BEGIN], ['Ended: CPU_TOTAL']]);
    });

    it('an ongoing event does not begin again, and ends', async () => {
      const { titles, next } = await killed(AT_ONCE, [], 80);
      await next.cpu(80, 30);
      await next.cpu(10, 100);
      expect([titles, next.titles()]).toEqual([[BEGIN], ['Ended: CPU_TOTAL']]);
    });

    it('the end is not notified again', async () => {
      const before = [[80, 30] as const, [10, 60] as const];
      const { titles, next } = await killed(AT_ONCE, before, 10);
      await next.cpu(10, 100);
      expect([titles.at(-1), next.titles()]).toEqual(['Ended: CPU_TOTAL', []]);
    });
  });
});
