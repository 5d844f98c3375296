/** The listening XML-RPC server over a fake agent, behind the test's middleware. */
import { onTestFinished } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { parseReply, writeCall } from '../../src/net/xml-rpc/codec.ts';
import { hostPatterns } from '../../src/api/rpc/host-patterns.ts';
import { createRpcServer, type RpcProtection } from '../../src/api/rpc/server.ts';
import type { RpcValue } from '../../src/net/xml-rpc/value.ts';
import { createFakeAgent, type FakeAgent, PLUGINS, sampleAll, wifi } from './fake-agent.ts';
import { type Answer, ask, type Ask } from './http-client.ts';

export interface RpcSetup extends Partial<Omit<RpcProtection, 'hosts'>> {
  hosts?: readonly string[];
}

export interface RpcService {
  port: number;
  agent: FakeAgent;
  faults: unknown[];
  send(asked?: Partial<Ask>): Promise<Answer>;
  /** Throws `RpcFault`. */
  call(method: string, ...params: RpcValue[]): Promise<RpcValue>;
}

/** Ends with the test. */
export async function rpcService({ hosts, ...rest }: RpcSetup = {}): Promise<RpcService> {
  const agent = createFakeAgent();
  sampleAll(agent);
  const faults: unknown[] = [];
  const server = createRpcServer({
    agent,
    registry: [...PLUGINS, wifi],
    version: '4.0.0',
    protection: {
      hosts: hosts === undefined ? null : hostPatterns(hosts),
      origins: ['*'],
      authenticator: null,
      trustedProxies: [],
      mayConnect: () => true,
      tls: null,
      ...rest,
    },
    onFault: (error) => void faults.push(error),
  });
  const port = await listen({ api: server, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    server.server.closeAllConnections();
    await server.close();
  });
  const send = (asked: Partial<Ask> = {}): Promise<Answer> =>
    ask({ port, method: 'POST', path: '/RPC2', body: writeCall('init'), ...asked });
  return {
    port,
    agent,
    faults,
    send,
    async call(method, ...params) {
      const { body } = await send({ body: writeCall(method, params) });
      return parseReply(Buffer.from(body));
    },
  };
}
