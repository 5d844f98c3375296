import { describe, expect, it } from 'vitest';
import { sampleTarget } from '../../../test/support/notify.ts';
import { valuesOf } from '../../run/config/values.ts';
import { TARGET_OPTIONS } from './options.ts';
import { createScrubber } from '../deliver/scrub.ts';
import { resolveTargets, type Target, variableName } from './secrets.ts';
import { keysOf } from './target-type.ts';
import { TARGET_TYPES } from './targets/index.ts';

const FILES: Readonly<Record<string, string>> = {
  '/run/secrets/a': ' tk_file\n',
  '/empty': '\n',
  '/ca': 'PEM\n',
};

function resolve(
  typeName: string,
  values: Record<string, unknown>,
  {
    common = {},
    environment = {},
    name = 'ops',
  }: {
    common?: Record<string, unknown>;
    environment?: Record<string, string>;
    name?: string;
  } = {},
): Target | undefined {
  const type = TARGET_TYPES.find((candidate) => candidate.type === typeName);
  if (type === undefined) throw new Error(`no type ${typeName}`);
  const settings = {
    name,
    where: `f:3: [notify_${name}]`,
    type,
    common: valuesOf(TARGET_OPTIONS, new Map(Object.entries(common))),
    options: valuesOf(keysOf(type), new Map(Object.entries(values))),
  };
  const readFile = (path: string): string => {
    const text = FILES[path];
    if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
    return text;
  };
  return resolveTargets([settings], { environment, readFile })[0];
}

const server = new URL('https://h.test');

const scrubberOf = ({ type, options }: Pick<Target, 'type' | 'options'>) =>
  createScrubber(type.options, options);

describe('resolveTargets', () => {
  it('takes secrets from the configuration, a file or the environment, in this order', () => {
    const environment = { GANDER_NOTIFY_OPS_TOKEN: 'tk_env' };
    expect(resolve('gotify', { server, token: 'tk_1' }, { environment })?.options['token']).toBe('tk_1');
    const file = { server, token_file: '/run/secrets/a' };
    expect(resolve('gotify', file, { environment })?.options['token']).toBe('tk_file');
    expect(resolve('gotify', { server }, { environment })?.options['token']).toBe('tk_env');
  });

  it('types what it finds', () => {
    const environment = { GANDER_NOTIFY_MY_CHAT_1_WEBHOOK_URL: 'https://hooks.test/x' };
    const target = resolve('slack', {}, { environment, name: 'my-chat_1' });
    expect(target?.options['webhook_url']).toEqual(new URL('https://hooks.test/x'));
    expect(variableName('my-chat_1', 'webhook_url')).toBe('GANDER_NOTIFY_MY_CHAT_1_WEBHOOK_URL');
  });

  it('leaves out what is disabled, whatever it lacks', () => {
    expect(resolve('slack', {}, { common: { disable: true } })).toBeUndefined();
  });

  it('reads certificates', () => {
    expect(resolve('gotify', { server, token: 'a' }, { common: { ca_file: '/ca' } })?.ca).toBe('PEM');
    expect(resolve('gotify', { server, token: 'a' })?.ca).toBeNull();
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>, Record<string, string>]>([
    ['needs token, token_file or the variable GANDER_NOTIFY_OPS_TOKEN', 'gotify', { server }, {}, {}],
    ['has both token and token_file: keep one of them', 'gotify', { token: 'a', token_file: '/ca' }, {}, {}],
    ['cannot read token_file = /gone: there is no such file', 'gotify', { token_file: '/gone' }, {}, {}],
    ['has an empty file as token_file: /empty', 'gotify', { token_file: '/empty' }, {}, {}],
    [
      'cannot read ca_file = /gone: there is no such file',
      'gotify',
      { token: 'a' },
      { ca_file: '/gone' },
      {},
    ],
    [
      'cannot use webhook_url from the variable GANDER_NOTIFY_OPS_WEBHOOK_URL: expected an address that starts with https:// or http://',
      'slack',
      {},
      {},
      { GANDER_NOTIFY_OPS_WEBHOOK_URL: 'hunter2' },
    ],
    [
      'has a token and a user name: keep one of them',
      'ntfy',
      { topic: 'a', token: 'x', username: 'u', password: 'p' },
      {},
      {},
    ],
    ['needs both username and password, or neither', 'ntfy', { topic: 'a', username: 'u' }, {}, {}],
    ['needs both username and password, or neither', 'email', { password: 'p' }, {}, {}],
    [
      'would send its password in clear text: set security to starttls or tls',
      'email',
      { username: 'u', password: 'p', security: 'none' },
      {},
      {},
    ],
    [
      'has more than one authorization: keep one of token, the password in webhook_url and the header',
      'webhook',
      { webhook_url: new URL('https://u:p@h'), token: 'x' },
      {},
      {},
    ],
  ])('says that a target %s', (problem, type, values, common, environment) => {
    expect(() => resolve(type, values, { common, environment })).toThrow(
      expect.objectContaining({ name: 'TargetError', problems: [`f:3: [notify_ops] ${problem}.`] }),
    );
  });
});

describe('createScrubber', () => {
  it.each<[string, Record<string, string>, string]>([
    ['gotify', { server: 'http://h', token: 'tk_123' }, 'status 401 (token tk_123 is unknown)'],
    ['slack', { webhook_url: 'https://hooks.test/services/T0/B0/x' }, 'no /services/T0/B0/x here'],
    ['webhook', { webhook_url: 'https://h.test/?key=hunter2' }, 'not ?key=hunter2'],
    ['webhook', { webhook_url: 'https://me:hunter2@h.test/' }, 'not hunter2'],
    ['webhook', { webhook_url: 'https://h.test/', headers: 'X-Key: hunter2' }, 'not hunter2'],
    ['telegram', { token: '1:abc', chat_id: '1' }, 'GET /bot1:abc/sendMessage, /bot1%3Aabc/'],
    [
      'email',
      { smtp_host: 'h', from: 'a@b', to: 'a@b', username: 'u', password: 'p@ss' },
      '535 p@ss is wrong p%40ss',
    ],
  ])('masks secrets of %s %o', (type, texts, line) => {
    const masked = scrubberOf(sampleTarget(type, texts))(line);
    expect(masked).toContain('********');
    expect(masked).not.toMatch(/tk_123|T0|hunter2|abc|p(@|%40)ss/);
  });

  it('masks what a target echoes in Base64, wherever the secret is in it', () => {
    const url = 'https://me:hunter%3F%3E%3F%3E2@h.test/';
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: url, headers: 'X-Key: hunter2' }));
    for (const before of ['', 'a', 'me', 'abc'])
      for (const secret of ['hunter?>?>2', 'hunter2'])
        for (const coding of ['base64', 'base64url'] as const) {
          const echo = Buffer.from(`${before}:${secret}!`).toString(coding);
          expect(scrub(`got {"auth":"Basic ${echo}"} from x`)).toBe('got {"auth":"Basic ********"} from x');
        }
    expect(scrub('a longer reply about the hunter in the wood')).toBe(
      'a longer reply about the hunter in the wood',
    );
  });

  it('masks those that no option declares', () => {
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: 'https://h.test/' }));
    expect(scrub('nats://me:hunter2@h:4222 (x.…), Authorization: Bearer hunter2')).toBe(
      'nats://me:********@h:4222 (x.…), Authorization: Bearer ********',
    );
  });

  it('leaves the rest', () => {
    const scrub = scrubberOf(sampleTarget('webhook', { webhook_url: 'https://h.test/' }));
    expect(scrub('connect ECONNREFUSED 127.0.0.1:80 / h.test')).toBe(
      'connect ECONNREFUSED 127.0.0.1:80 / h.test',
    );
  });
});
