import { testKind } from '../../../test/support/kind-suite.ts';
import { updatesSecurity } from './updates-security.ts';

const NOON = new Date(2026, 0, 5, 12).getTime();
const fine = { care: { manager: 'apt', security_updates: 0, restart_needed: false, backups: {} } };
const unreadable = { care: { ...fine.care, security_updates: null } };
const waiting = { care: { ...fine.care, security_updates: 3 } };

testKind(updatesSecurity, {
  start: NOON,
  fine,
  raise: [waiting],
  is: ['UPDATES_SECURITY', 'WARNING', '3 security updates are not installed.'],
  clear: [fine],
  unreadable: [unreadable],
});
