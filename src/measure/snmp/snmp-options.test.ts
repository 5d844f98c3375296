import { describe, expect, it } from 'vitest';
import { parseSecurity } from './snmp-options.ts';

describe('--snmp-auth', () => {
  it.each([
    ['password', 'sha', 'password', null],
    ['md5:password', 'md5', 'password', null],
    ['sha256:pass:word', 'sha256', 'pass:word', null],
    ['pass:word1', 'sha', 'pass:word1', null],
    ['sha512:password/aes:secret00', 'sha512', 'password', { protocol: 'aes', key: 'secret00' }],
    ['pass/word', 'sha', 'pass/word', null],
  ])('%s', (text, protocol, key, privacy) => {
    expect(parseSecurity(text)).toEqual({ auth: { protocol, key }, privacy });
  });

  it.each(['', 'short', 'sha:short', 'password/aes:short'])('"%s" is too short', (text) => {
    expect(() => parseSecurity(text)).toThrow('The keys of --snmp-auth need at least 8 characters.');
  });
});
