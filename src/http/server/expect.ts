/**
 * `Expect` (RFC 9110 section 10.1.1) is handled after host filter and login. Node alone answers before them: 100 to clients with a
 * body, 417 for other expectations.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

export function expectLate(server: FastifyInstance): void {
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void (server.server as Server).emit('request', request, response);
  server.server.on('checkContinue', handle).on('checkExpectation', handle);
  server.addHook('preParsing', (request, reply, payload, done) => {
    const { expect } = request.raw.headers;
    if (expect === undefined) return done(null, payload);
    if (expect.toLowerCase() !== '100-continue') return done(new ApiError(417, 'Expectation Failed'));
    reply.raw.writeContinue();
    done(null, payload);
  });
}
