/** The API of a hub over servers of a test, listening. */
import type { ServerRow } from '../../src/fleet/hub/row.ts';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import type { HubSetup } from '../../src/fleet/hub/hub.ts';
import type { Server } from '../../src/fleet/hub/server.ts';
import type { User } from '../../src/net/credentials/account.ts';
import { createFakeApi } from './fake-api.ts';
import type { TestApi } from './test-api.ts';
import { basic, fakeAuthenticator, PASSWORD, USER } from './guarded-api.ts';
import { type Answer, ask, type Ask } from './http-client.ts';
import { testHub, type TestHub } from './test-hub.ts';

/** A message of /api/servers/stream. */
export interface ServersEvent {
  servers: ServerRow[];
  removed: string[];
  counts: Record<string, number>;
  total: number;
  tags: string[];
}

export interface FleetApi extends TestHub {
  port: number;
  /** Errors that are the API's own. */
  apiFaults: unknown[];
  send(asked: Omit<Ask, 'port'>): Promise<Answer>;
  /** Status and JSON. */
  json(
    path: string,
    more?: Omit<Ask, 'port' | 'path'>,
  ): Promise<[status: number, body: Record<string, unknown>]>;
}

export const LOGIN = { authorization: basic(USER, PASSWORD) };

interface FleetApiSetup {
  hasPassword?: boolean;
  hub?: Partial<HubSetup>;
  api?: Partial<TestApi>;
  users?: readonly User[];
}

/** @param hasPassword whether the hub asks for one; requests of `send` and `json` have it then */
export async function fleetApi(
  servers: readonly Server[],
  { hasPassword = false, hub: setup = {}, api: more = {}, users = [] }: FleetApiSetup = {},
): Promise<FleetApi> {
  const watching = testHub(servers, setup);
  const authenticator = hasPassword ? fakeAuthenticator({ users }) : null;
  const { api, faults: apiFaults } = createFakeApi(undefined, {
    fleet: watching.hub,
    protection: { ...UNPROTECTED, authenticator },
    ...more,
  });
  const port = await listen({ api, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    api.server.closeAllConnections();
    await api.close();
  });
  const send: FleetApi['send'] = ({ headers = {}, ...asked }) =>
    ask({ port, ...asked, headers: { ...(hasPassword && LOGIN), ...headers } });
  return {
    ...watching,
    port,
    apiFaults,
    send,
    async json(path, more = {}) {
      const { status, body } = await send({ path, ...more });
      return [status, body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)];
    },
  };
}
