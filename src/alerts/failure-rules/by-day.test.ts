import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { backupOld } from './backup-old.ts';
import { rebootRequired } from './reboot-required.ts';
import { updatesSecurity } from './updates-security.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOON = new Date(2026, 0, 5, 12).getTime();
const fine = { care: { manager: 'apt', security_updates: 0, restart_needed: false, backups: {} } };
const unreadable = { care: { manager: 'apt', security_updates: null, restart_needed: false, backups: {} } };
const waiting = { care: { ...fine.care, security_updates: 3 } };

testKind(updatesSecurity, {
  start: NOON,
  fine,
  raise: [waiting],
  is: ['UPDATES_SECURITY', 'WARNING', '3 security updates are not installed.'],
  clear: [fine],
  unreadable: [unreadable],
});

testKind(rebootRequired, {
  start: NOON,
  fine,
  raise: [{ care: { ...fine.care, restart_needed: true } }],
  is: ['REBOOT_REQUIRED', 'WARNING', 'An update needs a restart of the machine.'],
  clear: [fine],
});

const backup = (newest: number | null) => ({ care: { ...fine.care, backups: { '/srv/b': newest } } });
testKind(backupOld, {
  start: NOON,
  fine: backup(NOON / 1000),
  raise: [backup(NOON / 1000 - 3 * DAY - 60)],
  is: ['BACKUP_OLD_/SRV/B', 'WARNING', '/srv/b has no backup of the last 3 days.'],
  clear: [backup(NOON / 1000 + 2 * DAY)],
  gone: [fine],
  unreadable: [backup(null)],
});

it('says that a folder has no backup', async () => {
  const rig = createKindRig(backupOld, { start: NOON });
  await rig.feed(backup(0));
  expect(rig.ongoing()[0]?.finding?.sentence).toBe('/srv/b has no backup.');
});

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
