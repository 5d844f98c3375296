/** A listening server with a password and an API key, and requests to it; each wrong login comes from another address. */
import { afterAll, beforeAll, expect } from 'vitest';
import { createApiKey, hashApiKey } from '../../src/net/credentials/api-key.ts';
import {
  detailOf,
  fakeAuthenticator,
  type GuardedApi,
  PASSWORD,
  startGuardedApi,
  USER,
} from './guarded-api.ts';
import type { Answer } from './http-client.ts';

export const KEY = createApiKey();
export const key = { name: 'dashboard', hash: hashApiKey(KEY), created: '2026-01-01T00:00:00Z' };

/** A part of a JSON Web Token. */
export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface Refusal {
  readonly detail: unknown;
  readonly scheme: string | undefined;
}

export interface Logins {
  as(authorization: string, path?: string, method?: string): Promise<Answer>;
  /** The reply to wrong credentials. */
  refusal(authorization: string | undefined, path?: string, method?: string): Promise<Refusal>;
  login(body: string, headers?: object): Promise<Answer>;
  tokenOf(): Promise<string>;
  send: GuardedApi['send'];
}

/** One server for all tests of a file. */
export function useLogins(): Logins {
  let guarded: GuardedApi;
  beforeAll(async () => {
    guarded = await startGuardedApi({
      authenticator: fakeAuthenticator({ keys: [key] }),
      trustedProxies: ['127.0.0.1'],
    });
  });
  afterAll(() => guarded.close());

  let count = 0;
  /** Guesses from one address are slowed down. */
  const elsewhere = () => ({ 'x-forwarded-for': `10.0.${(count += 1) >> 8}.${count & 255}` });
  const login: Logins['login'] = (body, headers = {}) =>
    guarded.send({ method: 'POST', path: '/api/4/token', body, headers: { ...elsewhere(), ...headers } });
  return {
    login,
    send: (asked) => guarded.send(asked),
    as: (authorization, path = '/api/4/cpu', method = 'GET') =>
      guarded.send({ path, method, headers: { authorization } }),
    async refusal(authorization, path = '/api/4/cpu', method = 'GET') {
      const headers = { ...elsewhere(), ...(authorization !== undefined && { authorization }) };
      const answer = await guarded.send({ path, method, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers['content-type']).toBe('application/json');
      return { detail: detailOf(answer), scheme: answer.headers['www-authenticate'] };
    },
    async tokenOf() {
      const { body } = await login(JSON.stringify({ username: USER, password: PASSWORD }));
      return (JSON.parse(body) as { access_token: string }).access_token;
    },
  };
}
