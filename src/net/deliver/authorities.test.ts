import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { readAuthorities } from './authorities.ts';

it('reads certificates, and names what cannot be used as one', () => {
  const folder = temporaryTree();
  const path = `${folder}/ca.pem`;
  expect(() => readAuthorities('serverlist', path)).toThrow(
    `[serverlist] ca_file: ${path} cannot be read: there is no such file.`,
  );
  writeFileSync(path, 'password = 1234');
  expect(() => readAuthorities('history', path)).toThrow(
    `[history] ca_file: ${path} does not hold a certificate in PEM form.`,
  );
  writeFileSync(path, '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n');
  expect(readAuthorities('history', path)).toContain('MII');
});
