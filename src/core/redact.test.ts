import { describe, expect, it } from 'vitest';
import { isSecretKey, maskSecrets, publicText } from './redact.ts';

describe('isSecretKey', () => {
  it.each([
    'password',
    'PASSWORD',
    'db_password',
    'token',
    'jwt_secret_key',
    'api_key',
    'ssl_keyfile_password',
    'webhook_url',
    'smtp_passwd',
    'private_key',
  ])('hides %s', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each(['user', 'key', 'host', 'public_api', 'ssl_certfile'])('shows %s', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });
});

describe('maskSecrets', () => {
  it.each([
    ['http://user:pass@host/a', 'http://user:********@host/a'],
    ['http://:pass@host', 'http://:********@host'],
    ['see http://u:p@ss,w:rd@host:80/?a=b@c', 'see http://u:********@host:80/?a=b@c'],
    [
      'nats://u:a@h1,nats://u:b@h2:4222,nats://h3',
      'nats://u:********@h1,nats://u:********@h2:4222,nats://h3',
    ],
    ['https://ghp_token@host:80/', 'https://********@host:80/'],
    ['http://host:80/a@b', 'http://host:80/a@b'],
    ['eth0:Wired,a@b', 'eth0:Wired,a@b'],
    ['http://h/?a=1&api_key=abc&b=2#c', 'http://h/?a=1&api_key=********'],
    ['http://h/?access_token=a.b-c,http://i', 'http://h/?access_token=********'],
    ["mysqladmin --password='abc def' -u root", 'mysqladmin --password=******** -u root'],
    ['mysqladmin --password=abc -u root', 'mysqladmin --password=******** -u root'],
    ['PGPASSWORD=abc psql', 'PGPASSWORD=******** psql'],
    ['curl -H "Authorization: Bearer abc.def" h', 'curl -H "Authorization: Bearer ********" h'],
    ['total=1,token bucket', 'total=1,token bucket'],
  ])('%s', (text, expected) => {
    expect(maskSecrets(text)).toBe(expected);
  });
});

describe('publicText', () => {
  it('hides by key and by form', () => {
    expect(publicText('public_password', 'abc')).toBe('********');
    expect(publicText('public_api', 'http://u:p@h')).toBe('http://u:********@h');
    expect(publicText('hide', 'lo')).toBe('lo');
  });
});
