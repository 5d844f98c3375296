import { describe, expect, it } from 'vitest';
import { isSecretKey, maskCommand, maskSecrets, publicLine, publicText, publicUrl } from './redact.ts';

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
    'Bearer',
    'auth',
    'proxy-authorization',
    'session_cookie',
    'snmp_community',
    'access_key',
    'key',
    'db.pass',
    'MYSQL_PWD',
  ])('hides %s', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each([
    'user',
    'host',
    'public_api',
    'ssl_certfile',
    'cors_credentials',
    'sort_key',
    'keyspace',
    'author',
    'compass',
    'bypass_x',
  ])('shows %s', (key) => {
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
    ['http://[::1]:80/a@b', 'http://[::1]:80/a@b'],
    ['http://host:80 a@b', 'http://host:80 a@b'],
    ['http://host:80', 'http://host:80'],
    ['http://u:80@b', 'http://u:********@b'],
    ['nats://u:p/w?x#y@h:1/z@', 'nats://u:********@h:1/z@'],
    ['http://user:pass word@h/, http://i', 'http://user:********@h/, http://i'],
    ['http://a:b and http://c:d@e', 'http://a:b and http://c:********@e'],
    ['http://a:b\nmail c@d', 'http://a:b\nmail c@d'],
    ['eth0:Wired,a@b', 'eth0:Wired,a@b'],
    ['http://h/?a=1&api_key=abc&b=2#c', 'http://h/?a=1&api_key=********'],
    ['http://h/?access_token=a.b-c,http://i', 'http://h/?access_token=********'],
    ["mysqladmin --password='abc def' -u root", 'mysqladmin --password=******** -u root'],
    ['mysqladmin --password=abc -u root', 'mysqladmin --password=******** -u root'],
    ['PGPASSWORD=abc psql', 'PGPASSWORD=******** psql'],
    ['curl -H "Authorization: Bearer abc.def" h', 'curl -H "Authorization: Bearer ********" h'],
    ['total=1,token bucket', 'total=1,token bucket'],
    ["password='abc", 'password=********'],
    ["curl -H 'X-Api-Key: abc def' h", "curl -H 'X-Api-Key: ********' h"],
    ['curl -H "Cookie: a=b; c=d" h', 'curl -H "Cookie: ********" h'],
    ['Proxy-Authorization: Basic abc=\nHost: a', 'Proxy-Authorization: Basic ********\nHost: a'],
    ['refuses the password: compare it', 'refuses the password: compare it'],
    ['--password asks for one', '--password asks for one'],
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

  it.each(['command', 'systemctl_cmd', 'eth0_rx_critical_action', 'critical_action_repeat'])(
    'hides all of a command: %s',
    (key) => {
      expect(publicText(key, "sshpass -p X curl -d '{}' h")).toBe('********');
    },
  );

  it.each([
    ['https://hooks.example/T0/B0/secret', 'https://hooks.example'],
    ['https://h:8443/a b?secret, c', 'https://h:8443'],
    ['HTTPS://h?secret', 'HTTPS://h'],
    ['https://h\\secret', 'https://h'],
    ['https://h#secret', 'https://h'],
    ['nats://u:a/b@h1/x,y, nats://h2/z', 'nats://u:********@h1, nats://h2'],
    ['https://a/secret\nhttps://b/secret', 'https://a\nhttps://b'],
    ['with `sshpass -p X https://h/y` done', 'with `********` done'],
    ['/var/log, a//b', '/var/log, a//b'],
  ])('cuts URLs and hides substituted commands: %s', (text, expected) => {
    expect(publicText('public_api', text)).toBe(expected);
  });

  it('shows scheme and host of a URL', () => {
    expect(publicUrl(new URL('https://u:p@h:81/x?y'))).toBe('https://h:81');
  });
});

describe('maskCommand', () => {
  it.each([
    ['mysqladmin --password abc status', 'mysqladmin --password ******** status'],
    ["tool --verbose --api-key 'a b' --host h", 'tool --verbose --api-key ******** --host h'],
    ['tool -token abc', 'tool -token ********'],
    ['mysql -pabc -u root', 'mysql -p******** -u root'],
    ['curl -u me:abc h', 'curl -u me:******** h'],
    ["curl --user 'me:a b' h", "curl --user 'me:********' h"],
    ['me:abc@h', 'me:********@h'],
    ['rsync a me:abc@h', 'rsync a me:********@h'],
    ['mailto:a@b eth0:Wired a@b:c', 'mailto:a@b eth0:Wired a@b:c'],
    ['curl --proxy-user=me:abc h', 'curl --proxy-user=me:******** h'],
    ['tool --password --host h', 'tool --password --host h'],
    ['tool --host h --port 80', 'tool --host h --port 80'],
    ['ls -l --sort key', 'ls -l --sort key'],
  ])('%s', (text, expected) => {
    expect(maskCommand(text)).toBe(expected);
  });

  it('takes time in proportion to the length, with lines of logs', () => {
    const start = performance.now();
    for (const unit of [
      'a',
      '-',
      '.',
      'token',
      '--a ',
      '-p',
      "'",
      '"',
      '://',
      ':',
      '@',
      '=',
      'a=',
      '-u ',
      '://a:',
      '://a:b ',
      'a:b',
      'key: ',
      '"a": ',
      '\\"',
      '"password": "',
      '\\',
      'token: ',
      ' ',
      '`',
      ',',
      '://a/,',
      ', a',
    ])
      for (const show of [publicLine, (text: string) => publicText('x', text)])
        show(unit.repeat(200_000 / unit.length));
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

describe('publicLine', () => {
  it.each([
    ['{"user":"a","password":"b c","n":1}', '{"user":"a","password":********,"n":1}'],
    ['{"api_key" : "a\\"b", "x": 1}', '{"api_key" : ********, "x": 1}'],
    [String.raw`{"log":"{\"token\":\"a b\",\"x\":1}"}`, String.raw`{"log":"{\"token\":********,\"x\":1}"}`],
    ['{"pass": 12, "y": [1]}', '{"pass": ********, "y": [1]}'],
    ['{"secret": "not closed', '{"secret": ********'],
    ['db_password: abc def', 'db_password: ******** def'],
    ['sudo: COMMAND=/usr/bin/mysql --password abc', 'sudo: COMMAND=/usr/bin/mysql --password ********'],
    ['connect postgres://a:b@c/d', 'connect postgres://a:********@c/d'],
    ['Failed password for root from 10.0.0.1 port 22', 'Failed password for root from 10.0.0.1 port 22'],
    ['key: value, pass: 5', 'key: value, pass: 5'],
    ['{"author":"a","level":"error"}', '{"author":"a","level":"error"}'],
  ])('%s', (text, expected) => {
    expect(publicLine(text)).toBe(expected);
  });
});
