import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { rebootRequired } from './reboot-required.ts';
import { updatesSecurity } from './updates-security.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOON = new Date(2026, 0, 5, 12).getTime();
const fine = { care: { manager: 'apt', security_updates: 0, restart_needed: false, backups: {} } };
const waiting = { care: { ...fine.care, security_updates: 3 } };

it('begins by day, is notified after a day, and again each week by day', async () => {
  const rig = createKindRig(updatesSecurity, { start: NOON + 9 * HOUR * 1000 });
  const seen: string[] = [];
  const pass = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      await rig.feed(waiting, HOUR);
      const notified = rig.notified();
      if (notified.length > 0) seen.push(`${Math.floor(hour / 24)} days: ${notified.join()}`);
    }
  };
  await pass(10);
  expect([rig.told(), seen]).toEqual([[], []]);
  await pass(16 * 24);
  expect(seen).toEqual(['1 days: begin WARNING', '7 days: change WARNING', '14 days: change WARNING']);
});

it('is not notified again at night by an agent that starts then', async () => {
  const rig = createKindRig(rebootRequired, { start: NOON + 7 * HOUR * 1000 });
  const needed = { care: { ...fine.care, restart_needed: true } };
  await rig.feed(needed, DAY);
  await rig.feed(needed, 5 * DAY);
  expect(rig.notified()).toHaveLength(1);
  // A week and eight hours after the begin: three o'clock.
  const next = rig.restart(DAY + 8 * HOUR);
  await next.feed(needed);
  expect(next.notified()).toEqual([]);
  await next.feed(needed, 6 * HOUR);
  await next.feed(needed);
  expect(next.notified()).toEqual(['change WARNING']);
});
