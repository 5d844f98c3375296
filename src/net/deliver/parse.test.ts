import { describe, expect, it } from 'vitest';
import { parseHeaders, parseMailbox, parseMailboxes, parseToken, parseWebUrl } from './parse.ts';

describe('parseWebUrl', () => {
  it('takes http and https', () => {
    expect(parseWebUrl(' https://example.org/a?b#c ').href).toBe('https://example.org/a?b#c');
    expect(parseWebUrl('http://u:p@localhost:1').password).toBe('p');
  });

  it.each(['', 'example.org', 'ftp://example.org', 'file:///etc/passwd', 'javascript:0', 'https://'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseWebUrl(text)).toThrow('expected an address that starts with https:// or http://');
    },
  );

  it('never repeats the address', () => {
    expect(() => parseWebUrl('hxxp://secret')).toThrow(/^(?!.*secret)/);
    expect(() => parseWebUrl('https://u:%zz@secret')).toThrow(/% must be written as %25$/);
  });
});

describe('parseHeaders', () => {
  it('reads pairs', () => {
    expect([...parseHeaders('X-Env: prod:1 , X-Empty:,x-two:2')]).toEqual([
      ['x-env', 'prod:1'],
      ['x-empty', ''],
      ['x-two', '2'],
    ]);
  });

  it.each(['X-Env', 'X Env: a', ': a', 'X-Env: ä', 'X-Env: a\nX-Evil: b', 'X-Env\r: a'])(
    'refuses %j',
    (text) => {
      expect(() => parseHeaders(text)).toThrow('expected headers as Name: value');
    },
  );

  it.each(['Content-Length: 1', 'host: a', 'Transfer-Encoding: chunked', 'X-Gander-Signature: a'])(
    'keeps %s to itself',
    (text) => {
      expect(() => parseHeaders(text)).toThrow('is set by Gander');
    },
  );
});

describe('parseMailbox', () => {
  it.each(['me@example.org', 'Ünser Host <me+x@example.org>', 'me@[::1]'.replace('[::1]', 'localhost')])(
    'takes %s',
    (text) => {
      expect(parseMailbox(text)).toBe(text);
    },
  );

  it.each([
    '',
    'me',
    'me@',
    'a@b c@d',
    'a@b,c@d',
    '<a@b>',
    'x <a@b> y',
    'x\r\nBcc: v@w <a@b>',
    'a@b\nBcc: c@d',
    '"q" <a@b>',
  ])('refuses %j', (text) => {
    expect(() => parseMailbox(text)).toThrow('expected an e-mail address');
  });

  it('takes several', () => {
    expect(parseMailboxes('a@b, C <c@d>,')).toEqual(['a@b', 'C <c@d>']);
    expect(() => parseMailboxes(' , ')).toThrow('expected e-mail addresses');
  });
});

describe('parseToken', () => {
  it('keeps what could end a header out', () => {
    expect(parseToken(' tk_1+/= ')).toBe('tk_1+/=');
    expect(() => parseToken('a\r\nX: b')).toThrow('without blanks');
    expect(() => parseToken('')).toThrow('without blanks');
  });
});
