/** A server that speaks version 5 only: Gander's own, with everything else refused as Glances 5 does. */
import type { InjectOptions } from 'fastify';
import { basic, fakeAuthenticator, PASSWORD, USER } from './guarded-api.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createFakeApi } from './fake-api.ts';
import { httpServer } from './fake-servers.ts';

export interface Version5Server {
  port: number;
  /** Method, path and scheme of the credentials of each request. */
  asked: string[];
  /** Each token of before is refused at its next use. */
  forgetTokens(): void;
}

/** @param isLocked asks for the password of the tests */
export async function version5Server(isLocked = false): Promise<Version5Server> {
  const protection = isLocked ? { ...UNPROTECTED, authenticator: fakeAuthenticator() } : UNPROTECTED;
  const { api } = createFakeApi(undefined, { protection });
  const asked: string[] = [];
  let refused = new Set<string>();
  const given = new Set<string>();
  const { port } = await httpServer(async (request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    const { authorization = '' } = headers;
    asked.push(`${method} ${url} ${authorization.split(' ')[0]}`.trim());
    const isTheirs = url === '/status' || url.startsWith('/api/5/');
    const json = { 'content-type': 'application/json' };
    if (refused.delete(authorization) || (!isTheirs && isLocked && authorization !== basic(USER, PASSWORD))) {
      response
        .writeHead(401, { ...json, 'www-authenticate': 'Bearer' })
        .end('{"detail":"Authentication required"}');
      return;
    }
    if (!isTheirs) {
      response.writeHead(404, json).end('{"detail":"Not Found"}');
      return;
    }
    if (authorization.startsWith('Bearer')) given.add(authorization);
    const options: InjectOptions = { method: method as 'GET', url, headers: { authorization } };
    if (authorization === '') delete options.headers;
    const reply = await api.inject(options);
    response.writeHead(reply.statusCode, json).end(reply.body);
  });
  return {
    port,
    asked,
    forgetTokens() {
      refused = new Set(given);
    },
  };
}
