import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { backupOld } from './backup-old.ts';

const DAY = 86_400;
const NOON = new Date(2026, 0, 5, 12).getTime();
const fine = { care: { manager: 'apt', security_updates: 0, restart_needed: false, backups: {} } };
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
