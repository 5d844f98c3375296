import { testKind } from '../../../test/support/kind-suite.ts';
import { rebootRequired } from './reboot-required.ts';

const NOON = new Date(2026, 0, 5, 12).getTime();
const fine = { care: { manager: 'apt', security_updates: 0, restart_needed: false, backups: {} } };

testKind(rebootRequired, {
  start: NOON,
  fine,
  raise: [{ care: { ...fine.care, restart_needed: true } }],
  is: ['REBOOT_REQUIRED', 'WARNING', 'An update needs a restart of the machine.'],
  clear: [fine],
});
