import { describe, expect, it } from 'vitest';
import { addressLines, type Serving, securityWarnings } from './banner.ts';

const serving = (changes: Partial<Serving> = {}): Serving => ({
  bind: '0.0.0.0',
  port: 61208,
  prefix: '',
  hasWebUi: true,
  hasPassword: false,
  corsOrigins: ['*'],
  allowedHosts: ['gander.example'],
  ...changes,
});

describe('securityWarnings', () => {
  it.each<[string, Partial<Serving>, RegExp[]]>([
    ['any origin, any address', {}, [/any web page.*cors_origins.*--bind 127\.0\.0\.1/]],
    ['any origin among others', { corsOrigins: ['http://a', '*'] }, [/any web page/]],
    ['any origin, loopback', { bind: '127.0.0.1' }, [/any web page.*there\.$/]],
    ['named origins, any address', { corsOrigins: ['http://a'] }, [/^No password.*--bind 127\.0\.0\.1/]],
    [
      'named origins, loopback',
      { corsOrigins: ['http://a'], bind: '::1' },
      [/^No password.*this machine can/],
    ],
    ['named origins, localhost', { corsOrigins: [], bind: 'localhost' }, [/this machine can/]],
    ['a password', { hasPassword: true }, []],
    ['no host names', { hasPassword: true, allowedHosts: [] }, [/webui_allowed_hosts/]],
    ['nothing closed', { allowedHosts: [] }, [/cors_origins/, /webui_allowed_hosts/]],
  ])('%s', (_name, changes, expected) => {
    const warnings = securityWarnings(serving(changes));
    expect(warnings).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(warnings[index]).toMatch(pattern));
  });
});

describe('addressLines', () => {
  it.each<[Partial<Serving>, string[]]>([
    [{}, ['http://0.0.0.0:61208/', 'http://0.0.0.0:61208/api/4']],
    [{ prefix: '/pre' }, ['http://0.0.0.0:61208/pre/', 'http://0.0.0.0:61208/pre/api/4']],
    [{ bind: '::1', port: 80 }, ['http://[::1]:80/', 'http://[::1]:80/api/4']],
    [{ hasWebUi: false }, ['http://0.0.0.0:61208/api/4']],
  ])('%j', (changes, urls) => {
    expect(addressLines(serving(changes)).map((line) => line.split(' ').at(-1))).toEqual(urls);
  });
});
