import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { parseAgentTarget, TargetError } from './target.ts';

const bases = (text: string) =>
  parseAgentTarget(text).candidates.map(({ protocol, base }) => `${protocol} ${base.href}`);

/** `fc.webUrl` fills a table of all characters first, which takes a second. */
const url = fc
  .tuple(
    fc.constantFrom('http', 'https', 'ftp'),
    fc.oneof(fc.domain(), fc.ipV4()),
    fc.option(fc.nat(70_000)),
    fc.string({ unit: anyCharacter }),
  )
  .map(
    ([scheme, host, port, path]) =>
      `${scheme}://${host}${port === null ? '' : `:${port}`}/${encodeURI(path)}`,
  );

describe('parseTarget', () => {
  it.each([
    ['db1', 'db1', ['rest http://db1:61208/', 'rpc http://db1:61209/']],
    [
      'Db1.Example.com:80',
      'Db1.Example.com',
      ['rest http://db1.example.com/', 'rpc http://db1.example.com/'],
    ],
    ['10.0.0.5:7', '10.0.0.5', ['rest http://10.0.0.5:7/', 'rpc http://10.0.0.5:7/']],
    ['::1', '::1', ['rest http://[::1]:61208/', 'rpc http://[::1]:61209/']],
    ['[::1]', '::1', ['rest http://[::1]:61208/', 'rpc http://[::1]:61209/']],
    [
      '[2001:db8::5]:61209',
      '2001:db8::5',
      ['rest http://[2001:db8::5]:61209/', 'rpc http://[2001:db8::5]:61209/'],
    ],
    ['https://hub/pre/', 'hub', ['rest https://hub/pre/', 'rpc https://hub/pre/']],
    ['http://[::1]:8080', '::1', ['rest http://[::1]:8080/', 'rpc http://[::1]:8080/']],
  ])('%s', (text, name, expected) => {
    expect([parseAgentTarget(text).name, bases(text)]).toEqual([name, expected]);
  });

  it.each([
    ['', 'names no host'],
    [':80', 'names no host'],
    ['-x', 'names no host'],
    ['a b', 'names no host'],
    ['a/b', 'names no host'],
    ['user@host', 'names no host'],
    ['ftp://host', 'names no host'],
    ['http://', 'names no host'],
    ['http://host?x', 'names no host'],
    ['[host]', 'names no host'],
    ['1:2:3', 'names no host'],
    ['host:', 'is not a port'],
    ['host:0', 'is not a port'],
    ['host:65536', 'is not a port'],
    ['host:x', 'is not a port'],
    ['[::1]:x', 'is not a port'],
    ['fe80::1%eth0', 'has a zone'],
    ['http://user:secret@host', 'no password'],
  ])('refuses "%s"', (text, message) => {
    expect(() => parseAgentTarget(text)).toThrow(TargetError);
    expect(() => parseAgentTarget(text)).toThrow(message);
  });

  it('never repeats a password', () => {
    expect(() => parseAgentTarget('https://user:secret@host')).not.toThrow('secret');
  });

  it('ends with a target or a TargetError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), url, fc.ipV6(), fc.domain()), (text) => {
        try {
          parseAgentTarget(text);
        } catch (error) {
          if (!(error instanceof TargetError)) throw error;
        }
      }),
    );
  });
});
