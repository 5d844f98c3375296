/** Hosts without an agent. */
import { flag, integer, text } from '../declare.ts';

const snmp = { group: 'snmp' } as const;
const SNMP_PORT = [1, 65_535] as const;

export const snmpOptions = {
  snmp_community: text('--snmp-community', 'public', 'Community that may read them, for versions 1 and 2c.', {
    ...snmp,
    argument: 'name',
  }),
  snmp_port: integer('--snmp-port', 161, 'Port on which they answer SNMP.', {
    ...snmp,
    argument: 'port',
    range: SNMP_PORT,
  }),
  snmp_version: text('--snmp-version', '2c', 'Version of SNMP: 1, 2c or 3.', {
    ...snmp,
    argument: 'version',
    choices: ['1', '2c', '3'],
  }),
  snmp_user: text('--snmp-user', 'private', 'User of version 3.', { ...snmp, argument: 'user' }),
  snmp_auth: text('--snmp-auth', 'password', 'Key of version 3: KEY, sha256:KEY or sha256:KEY/aes:KEY.', {
    ...snmp,
    argument: 'key',
  }),
  snmp_force: flag('--snmp-force', 'With -c, use SNMP only.', snmp),
};
