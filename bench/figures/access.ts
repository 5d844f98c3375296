/** CPU cost of authentication per request: the gate with each kind of credentials, compared with a server without a password. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createGate } from '../../src/http/server/gate.ts';
import { createHttpServer } from '../../src/http/server/http-server.ts';
import { createProxyIdentity } from '../../src/http/server/proxy-identity.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createApiKey, hashApiKey, type KeptKey } from '../../src/net/credentials/api-key.ts';
import { createAuthenticator } from '../../src/net/credentials/authenticator.ts';
import { createSessions } from '../../src/net/credentials/sessions.ts';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { median } from '../compile.ts';
import { digits, type Figure, type Measure } from '../figure.ts';

const REQUESTS = 20_000;
const ROUNDS = 9;
const REACH_US = 2;

const ACCOUNT = { user: 'gander', hash: '', edition: '' };
const KEYS = (['viewer', 'operator', 'metrics'] as const).map((scope) => ({ scope, secret: createApiKey() }));
const kept = KEYS.map(({ scope, secret }): KeptKey => ({
  name: scope,
  hash: hashApiKey(secret),
  created: '',
  scope,
}));

/** Microseconds of CPU per request; `next` is called at once, as credentials are known. */
function cost(gate: ReturnType<typeof createGate>, request: FastifyRequest, reply: FastifyReply): number {
  const failed = (error?: Error): void => {
    if (error !== undefined) throw error;
  };
  const before = process.cpuUsage();
  for (let count = 0; count < REQUESTS; count += 1) gate(request, reply, failed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

export const measureAccess: Measure = async () => {
  const sessions = createSessions({
    path: null,
    days: 30,
    clock: createFakeClock(Date.now()),
    problems: { report: () => {} },
  });
  const authenticator = createAuthenticator({
    account: ACCOUNT,
    keys: kept,
    sessions,
    tokens: { secret: undefined, minutes: 60 },
  });
  const peerIdentity = createProxyIdentity({
    proxies: ['127.0.0.1'],
    userHeader: 'Remote-User',
    groupsHeader: 'Remote-Groups',
    roles: new Map([['admins', 'admin']]),
    userRoles: new Map(),
    defaultRole: null,
    viewerArguments: false,
    warn: () => {},
  });
  const open = createGate(UNPROTECTED);
  const closed = createGate({ ...UNPROTECTED, authenticator });
  const bearer = (wanted: string) => ({
    authorization: `Bearer ${KEYS.find(({ scope }) => scope === wanted)?.secret}`,
  });
  const cookie = `gander-${sessions.id}=${sessions.begin(ACCOUNT)}`;
  const own = { 'sec-fetch-site': 'same-origin' };
  const senders = [
    {
      name: 'the role of a key',
      path: '/operator',
      headers: bearer('operator'),
      gate: closed,
      reach: REACH_US,
    },
    {
      name: 'the scope of a key',
      path: '/metrics',
      headers: bearer('metrics'),
      gate: closed,
      reach: REACH_US,
    },
    { name: 'a session', path: '/operator', headers: { cookie, ...own }, gate: closed, reach: null },
    {
      name: 'the headers of a proxy',
      path: '/operator',
      headers: { 'remote-user': 'eve', 'remote-groups': 'users,admins', ...own },
      gate: createGate({ ...UNPROTECTED, authenticator, peerIdentity }),
      reach: null,
    },
  ];
  const figures: Figure[] = [];
  for (const { name, path, headers, gate, reach } of senders) {
    const server = createHttpServer({
      ...UNPROTECTED,
      bodyLimit: 1024,
      maxConnections: 1,
      frameworkErrors: (error) => {
        throw error;
      },
    });
    const [peers, values]: number[][] = [[], []];
    const handler = (request: FastifyRequest, reply: FastifyReply): string => {
      for (let round = 0; round < ROUNDS; round += 1) {
        peers?.push(cost(open, request, reply));
        values?.push(cost(gate, request, reply));
      }
      return '';
    };
    server.get('/operator', { config: { access: 'operator' } }, handler);
    server.get('/metrics', { config: { access: 'viewer', keys: 'metrics' } }, handler);
    const { statusCode, body } = await server.inject({ url: path, headers });
    if (statusCode !== 200) throw new Error(`${name}: ${body}`);
    await server.close();
    const [peer, value] = [median(peers ?? []), median(values ?? [])];
    figures.push({
      name: `CPU of a request for ${name}`,
      value: `${digits(value - peer)} µs`,
      peer: `the gate without a password: ${digits(peer)} µs`,
      reach: reach === null ? 'none' : `≤ ${reach} µs`,
      isReached: reach === null || value - peer <= reach,
    });
  }
  return figures;
};
