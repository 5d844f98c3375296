/** The listening API over a fake agent, behind the test's middleware. */
import { onTestFinished } from 'vitest';
import type { CorsSettings } from '../../src/http/server/cors.ts';
import { createCors } from '../../src/http/server/cors.ts';
import { listen, listenOnSocket } from '../../src/http/server/listen.ts';
import { type Protection, UNPROTECTED } from '../../src/http/server/protection.ts';
import { type Authenticator, createAuthenticator } from '../../src/net/credentials/authenticator.ts';
import { createSessions, type SessionsSetup } from '../../src/net/credentials/sessions.ts';
import type { Claim } from '../../src/net/credentials/password-check.ts';
import { hostRule } from '../../src/core/host-pattern.ts';
import { type Answer, ask, type Ask } from './http-client.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeApi } from './fake-api.ts';

export const USER = 'gander';
export const PASSWORD = 'swörd: fish';
export const SECRET = 'a secret of more than thirty-two characters';

export interface GuardSetup extends Partial<
  Pick<
    Protection,
    'accounts' | 'audit' | 'authenticator' | 'peerIdentity' | 'tls' | 'trustedProxies' | 'mayConnect'
  >
> {
  hosts?: readonly string[];
  cors?: Partial<CorsSettings>;
  prefix?: string;
  /** Path of a unix socket, beside the port. */
  socket?: string;
}

export interface GuardedApi {
  port: number;
  faults: unknown[];
  send(asked: Omit<Ask, 'port'>): Promise<Answer>;
  close(): Promise<void>;
}

export async function startGuardedApi(setup: GuardSetup = {}): Promise<GuardedApi> {
  const { hosts, cors, prefix = '', socket, ...rest } = setup;
  const protection: Protection = {
    ...UNPROTECTED,
    ...rest,
    ...(hosts && { hosts: hostRule(hosts) }),
    ...(cors && {
      cors: createCors({ origins: ['*'], credentials: false, methods: ['*'], headers: ['*'], ...cors }),
    }),
  };
  const { api, faults } = createFakeApi(undefined, { protection, prefix });
  const port = await listen({ api, host: '127.0.0.1', port: 0 });
  const closeSocket = socket === undefined ? null : await listenOnSocket(api, { path: socket, mode: 0o660 });
  return {
    port,
    faults,
    send: (asked) => ask({ port, ...asked }),
    async close() {
      api.server.closeAllConnections();
      await Promise.all([closeSocket?.(), api.close()]);
    },
  };
}

/** The same, for one test. */
export async function guardedApi(setup: GuardSetup = {}): Promise<GuardedApi> {
  const guarded = await startGuardedApi(setup);
  onTestFinished(() => guarded.close());
  return guarded;
}

export interface FakeAuthenticator extends Authenticator {
  /** Number of comparisons of passwords with hashes. */
  comparisons(): number;
}

/** Sessions in memory. */
export const fakeSessions = (setup: Partial<SessionsSetup> = {}) =>
  createSessions({
    path: null,
    days: 30,
    clock: createFakeClock(Date.now()),
    problems: { report: () => {} },
    ...setup,
  });

/** Passwords are their own hashes: computing real ones takes a second each. */
export function fakeAuthenticator(
  setup: Partial<Parameters<typeof createAuthenticator>[0]> = {},
): FakeAuthenticator {
  let comparisons = 0;
  const authenticator = createAuthenticator({
    account: { user: USER, hash: PASSWORD, edition: PASSWORD },
    keys: [],
    sessions: fakeSessions(),
    tokens: { secret: SECRET, minutes: 60 },
    matches: async ({ password }: Claim, hash) => {
      comparisons += 1;
      return password === hash;
    },
    ...setup,
  });
  return { ...authenticator, comparisons: () => comparisons };
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const detailOf = ({ body }: Answer): unknown => (JSON.parse(body) as { detail: unknown }).detail;
