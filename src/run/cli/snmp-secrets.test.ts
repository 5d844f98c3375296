import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { parseCommandLine } from './parse.ts';
import { withSnmpSecrets } from './snmp-secrets.ts';

const take = (environment: Record<string, string>, words: string[] = []) =>
  withSnmpSecrets(parseCommandLine(words), environment).values;

describe('withSnmpSecrets', () => {
  it('takes them from the environment and from files, behind the command line', () => {
    const folder = temporaryTree({ auth: 'sha256:secret-key\nmore\n' });
    const environment = { GANDER_SNMP_COMMUNITY: 'ours', GANDER_SNMP_AUTH_FILE: `${folder}/auth` };
    expect(take(environment)).toMatchObject({
      snmp_community: 'ours',
      snmp_user: 'private',
      snmp_auth: 'sha256:secret-key',
    });
    expect(take(environment, ['--snmp-community', 'mine']).snmp_community).toBe('mine');
    expect(take({}).snmp_community).toBe('public');
  });

  it('says which is wrong', () => {
    const folder = temporaryTree({ empty: '' });
    expect(() => take({ GANDER_SNMP_AUTH: 'a', GANDER_SNMP_AUTH_FILE: 'b' })).toThrow(
      'GANDER_SNMP_AUTH and GANDER_SNMP_AUTH_FILE exclude each other',
    );
    expect(() => take({ GANDER_SNMP_USER_FILE: '/nowhere' })).toThrow('there is no file /nowhere');
    expect(() => take({ GANDER_SNMP_USER_FILE: `${folder}/empty` })).toThrow('is empty');
  });
});
