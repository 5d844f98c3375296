/** Secrets are planted wherever a user can put one, and searched in everything that leaves the program. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../support/full-run.ts';
import { startAgent } from '../support/built-agent.ts';
import { basic } from '../support/guarded-api.ts';
import { ask } from '../support/http-client.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

/** Part of every planted secret. */
const MARK = 'zq9planted';
const secret = (name: string): string => `${MARK}-${name}`;

const CONFIG = `
[outputs]
jwt_secret_key=${secret('jwt')}
ssl_keyfile_password=${secret('tls')}
[passwords]
some.host=${secret('host')}
default=${secret('default')}
[ip]
public_api=http://user:${secret('url')}@127.0.0.1:1/ip?access_token=${secret('query')}
public_username=me
public_password=${secret('ip')}
public_disabled=False
[cpu]
total_careful_action=curl -H "Authorization: Bearer ${secret('header')}" http://127.0.0.1:1/ --password=${secret('option')}
user_careful_action=mail --token='${secret('quoted')}' | wrong
typo_token=${secret('typo')}
[notify_ops]
type=slack
webhook_url=http://127.0.0.1:1/services/${secret('hook')}
[notify_chat]
type=telegram
token=123456:${secret('bot')}
chat_id=1
[influxdb2]
host=localhost
token=${secret('influx')}
[mqtt]
password=${secret('mqtt')}
[mongodb]
uri=mongodb://user:${secret('uri')}@host/db
[nats]
host=nats://user:${secret('nats')}/x@127.0.0.1:1
[restful]
host=127.0.0.1
port=1
path=/?token=${secret('rest')}
[remote_write]
url=http://user:${secret('write')}@127.0.0.1:1/
[otlp]
endpoint=http://127.0.0.1:1/
headers=Authorization: Bearer ${secret('otlp')}
[unheard_of]
api_key=${secret('unheard')}
`;

const ARGV = [
  '--export',
  'nats,restful,remote_write,otlp',
  '--snmp-auth',
  secret('snmp'),
  '--snmp-user',
  secret('user'),
  '--snmp-community',
  secret('community'),
];

type Get = (path: string) => Promise<string>;

/** Every GET route with every section, key and plugin. */
async function everything(get: Get): Promise<Record<string, string>> {
  const json = async <T>(path: string): Promise<T> => JSON.parse(await get(path)) as T;
  const names = await json<string[]>('/api/4/pluginslist?extra=true');
  const config = await json<Record<string, Record<string, string>>>('/api/4/config');
  const args = await json<Record<string, unknown>>('/api/4/args');
  const root = [
    'all',
    'all/limits',
    'all/views',
    'config',
    'args',
    'serverslist',
    'processes/extended',
    'status',
  ];
  const paths = [
    ...root.map((path) => `/api/4/${path}`),
    ...names.flatMap((name) => ['', '/limits', '/views', '/history'].map((end) => `/api/4/${name}${end}`)),
    ...Object.keys(args).map((name) => `/api/4/args/${name}`),
    ...Object.entries(config).flatMap(([section, keys]) => [
      `/api/4/config/${section}`,
      ...Object.keys(keys).map((key) => `/api/4/config/${section}/${key}`),
    ]),
    '/api/plugins',
    '/api/exporters',
    '/api/archive',
    '/api/levels',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/api/4/nothing',
    '/api/4/config/passwords',
    '/api/4/ip/public_api',
  ];
  const bodies: Record<string, string> = {};
  for (const path of paths) bodies[path] = await get(path);
  return bodies;
}

/** Contents of all files below a folder, by path. */
function filesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return Object.fromEntries(
    paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

/** Lines with a planted secret, by location. */
const leaks = (texts: Record<string, string>): string[] =>
  Object.entries(texts).flatMap(([place, text]) =>
    text.includes(MARK)
      ? [`${place}: ${text.slice(Math.max(0, text.indexOf(MARK) - 60)).slice(0, 120)}`]
      : [],
  );

describe('secrets', () => {
  it.each(
    firstOf('secrets of a server with a password', 1, [
      ['a server that is open', {}],
      ['a server with a password, to those who know it', { GANDER_PASSWORD: secret('password') }],
    ]),
  )('do not leave %s', async (_, environment: Record<string, string>) => {
    const folder = temporaryTree({ 'gander.conf': CONFIG, 'cache/x': '', 'home/x': '' });
    const agent = startAgent(
      ['-w', '-d', '-p', '0', '-B', '127.0.0.1', '-C', `${folder}/gander.conf`, ...ARGV],
      {
        ...environment,
        HOME: `${folder}/home`,
        XDG_CACHE_HOME: `${folder}/cache`,
        GANDER_NOTIFY_CHAT_TOKEN: secret('environment'),
      },
    );
    const [, port] = await agent.printed(/REST API on http:\/\/127\.0\.0\.1:(\d+)/);
    const headers: Record<string, string> = environment['GANDER_PASSWORD']
      ? { authorization: basic('gander', environment['GANDER_PASSWORD']) }
      : {};
    const get: Get = async (path) => (await ask({ port: Number(port), path, headers })).body;

    const bodies = await everything(get);
    expect(Object.keys(bodies).length).toBeGreaterThan(300);
    expect(leaks(bodies)).toEqual([]);
    // The test is effective: these show other values.
    expect(bodies['/api/4/config/ip/public_api']).toBe('"http://user:********@127.0.0.1:1"');
    expect(bodies['/api/exporters']).toContain('nats://user:********@127.0.0.1:1');
    expect(bodies['/api/4/config/influxdb2/token']).toBe('"********"');
    expect(bodies['/api/4/args/snmp_auth']).toBe('"********"');
    expect(bodies['/api/4/processlist']).toContain('--snmp-auth=********');

    agent.child.kill('SIGTERM');
    const { stdout, stderr, code } = await agent.ended;
    expect(code).toBe(0);
    const { [`${folder}/gander.conf`]: config, ...written } = filesBelow(folder);
    expect(config).toContain(MARK);
    expect(Object.values(written).join('')).toContain('SIGTERM received');
    expect(leaks({ stdout, stderr, ...written })).toEqual([]);
    expect(stdout).toContain('typo_token');
  });

  it.each(
    firstOf('more messages that end a start', 1, [
      [`[outputs]\n${secret('line')}\n`, 'gander.conf:2: expected key = value'],
      [`[notify_ops]\ntype=slack\nwebhook_url=${secret('not-a-url')}\n`, 'webhook_url'],
      [`[ip]\npublic_refresh_interval=http://u:${secret('number')}@h\n`, 'public_refresh_interval'],
    ]),
  )('are not in the message that ends a start: %j', async (text, mentioned) => {
    const folder = temporaryTree({ 'gander.conf': text });
    const ended = await startAgent(['-w', '-p', '0', '-C', `${folder}/gander.conf`], { HOME: folder }).ended;
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(mentioned);
    expect(leaks({ stderr: ended.stderr, stdout: ended.stdout })).toEqual([]);
  });
});
