import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../run/config/values.ts';
import { TARGET_OPTIONS } from './options.ts';
import { variableName } from '../../net/deliver/secret-value.ts';
import { resolveTargets, type Target } from './target.ts';
import { defineTarget, keysOf } from './target-type.ts';
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
    isOfPage = false,
  }: {
    common?: Record<string, unknown>;
    environment?: Record<string, string>;
    name?: string;
    isOfPage?: boolean;
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
    isOfPage,
  };
  const readFile = (path: string): string => {
    const text = FILES[path];
    if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
    return text;
  };
  return resolveTargets([settings], { environment, readFile })[0];
}

const server = new URL('https://h.test');

describe('resolveTargets', () => {
  it('takes secrets from the configuration, a file or the environment, in this order', () => {
    const environment = { GANDER_NOTIFY_OPS_TOKEN: 'tk_env' };
    expect(resolve('gotify', { server, token: 'tk_1' }, { environment })?.options['token']).toBe('tk_1');
    const file = { server, token_file: '/run/secrets/a' };
    expect(resolve('gotify', file, { environment })?.options['token']).toBe('tk_file');
    expect(resolve('gotify', { server }, { environment })?.options['token']).toBe('tk_env');
  });

  it('takes none from the environment for a target of the page', () => {
    const environment = { GANDER_NOTIFY_OPS_TOKEN: 'tk_env' };
    expect(() => resolve('gotify', { server }, { environment, isOfPage: true })).toThrow(/needs token\./);
  });

  it('types what it finds', () => {
    const environment = { GANDER_NOTIFY_MY_CHAT_1_WEBHOOK_URL: 'https://hooks.test/x' };
    const target = resolve('slack', {}, { environment, name: 'my-chat_1' });
    expect(target?.options['webhook_url']).toEqual(new URL('https://hooks.test/x'));
    expect(variableName('notify', 'my-chat_1', 'webhook_url')).toBe('GANDER_NOTIFY_MY_CHAT_1_WEBHOOK_URL');
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
      expect.objectContaining({ name: 'ConfigError', problems: [`f:3: [notify_ops] ${problem}.`] }),
    );
  });
});

it('does not compile when a type runs programs without saying so', () => {
  const type = { type: 'x', description: '', options: {}, required: [] };
  // @ts-expect-error `runsPrograms` is missing: requests could create such targets
  expect(defineTarget({ ...type, compose: () => ({ protocol: 'exec', argv: [], input: '' }) })).toBeDefined();
});
