import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../test/support/full-run.ts';
import { anyCharacter } from '../../test/support/any-character.ts';
import { OptionError } from './option-parse.ts';
import { bracketed, parseServerName } from './server-name.ts';

describe('parseServerName', () => {
  it.each([
    ['db1', 'db1', false],
    [' DB1.Example.com ', 'DB1.Example.com', false],
    ['my_container-1', 'my_container-1', false],
    ['10.0.0.5', '10.0.0.5', false],
    ['::1', '::1', false],
    ['[2001:db8::5]', '2001:db8::5', false],
    ['https://db1', 'db1', true],
    ['HTTPS://[::1]/', '::1', true],
    ['http://db1', 'db1', false],
  ])('reads %s', (text, host, isSecure) => {
    expect(parseServerName(text)).toEqual({ host, isSecure });
  });

  it.each([
    '',
    'db1:80',
    'a b',
    'a/b',
    'a@b',
    'http://a:b@c',
    '-a',
    'a..b',
    'fe80::1%eth0',
    '::1::',
    'ftp://a',
    `${'a'.repeat(64)}`,
    'a\nb',
    'ä',
  ])('refuses %j', (text) => {
    expect(() => parseServerName(text)).toThrow(OptionError);
  });

  it('lets nothing through that leads anywhere else', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        try {
          const { host } = parseServerName(text);
          const url = new URL(`http://${bracketed(host)}:61208`);
          expect([url.username, url.password, url.pathname, url.port]).toEqual(['', '', '/', '61208']);
        } catch (error) {
          // Numbers that are no addresses (`1.2.3.999`) are names that cannot be looked up.
          expect(
            error instanceof OptionError || (error as { code?: string }).code === 'ERR_INVALID_URL',
          ).toBe(true);
        }
      }),
      { numRuns: tries(2000) },
    );
  });
});
