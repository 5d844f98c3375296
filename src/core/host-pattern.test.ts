import { describe, expect, it } from 'vitest';
import { hostRule, requestedHost } from './host-pattern.ts';

describe('requestedHost', () => {
  it.each([
    ['Example.COM:8080', 'example.com'],
    ['example.com.', 'example.com'],
    ['10.0.0.1:1', '10.0.0.1'],
    ['[::1]:61208', '[0:0:0:0:0:0:0:1]'],
    ['[0:0::1]', '[0:0:0:0:0:0:0:1]'],
    ['a_b:', 'a_b'],
  ])('%s is %s', (text, expected) => {
    expect(requestedHost(text)?.name).toBe(expected);
  });

  it.each([
    '',
    '[nonsense]',
    '[',
    '[::1',
    '::1',
    'localhost:evil',
    'localhost:80@evil.example',
    'evil.example/.good.example',
    'evil.example#.good.example',
    'evil.example?.good.example',
    'evil.example\\.good.example',
    'a b',
    'a:1:2',
    'a:123456',
    'user@good.example',
    'good.example,evil.example',
    'good.example\0',
  ])('"%s" is none', (text) => {
    expect(requestedHost(text)).toBeNull();
  });
});

describe('hostRule', () => {
  const allows = (patterns: string[], host: string) =>
    hostRule(patterns).allows(requestedHost(host)?.name ?? '');

  it.each<[string[], string, boolean]>([
    [['example.com'], 'example.com', true],
    [['Example.com'], 'EXAMPLE.com:1', true],
    [['example.com'], 'www.example.com', false],
    [['example.com'], 'example.com.evil.org', false],
    [['*.example.com'], 'a.example.com', true],
    [['*.example.com'], 'a.b.Example.com', true],
    [['*.example.com'], 'example.com', false],
    [['*.example.com'], 'badexample.com', false],
    [['*'], 'anything', true],
    [['::1'], '[::1]:61208', true],
    [['[2001:db8::1]'], '[2001:DB8:0::1]', true],
    [['::1'], '[::2]', false],
    [['127.0.0.1', 'localhost'], 'localhost:61208', true],
    [['a'], '', false],
    [['a'], ':a', false],
    [['a'], '[a]', false],
  ])('%j and %s: %s', (patterns, host, expected) => {
    expect(allows(patterns, host)).toBe(expected);
  });

  it.each(['a*', 'a.*.com', '*a.com', '**', '*.', 'http://a', 'a:80', 'a/b', '[a]', 'a b'])(
    'refuses "%s"',
    (pattern) => {
      expect(() => hostRule([pattern])).toThrow(`"${pattern}"`);
    },
  );

  it('tells names from wildcards', () => {
    const rule = hostRule(['www.example.com', '*.example.org']);
    expect(rule.names('www.example.com')).toBe(true);
    expect(rule.names('www.example.org')).toBe(false);
  });
});
