import { expect, it } from 'vitest';
import { parseCommandLine } from './parse.ts';
import { titleWithoutSecrets } from '../start.ts';

const title = (...argv: string[]) => titleWithoutSecrets(['node', 'gander', ...argv], parseCommandLine(argv));

it.each([
  [['-w', '--snmp-auth', 'abc'], 'node gander --webserver --snmp-auth=********'],
  [['--snmp-a=abc', '-w'], 'node gander --snmp-auth=******** --webserver'],
  [
    ['-w', '--snmp-community', 'a', '--snmp-user=b'],
    'node gander --webserver --snmp-community=******** --snmp-user=********',
  ],
  [['-w', '-p', '1'], null],
])('%j', (argv, expected) => {
  expect(title(...argv)).toBe(expected);
});
