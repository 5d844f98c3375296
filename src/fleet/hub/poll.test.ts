/** Every untrusted reply ends a poll as one of the outcomes. */
import * as fc from 'fast-check';
import { plain } from '../../core/said.ts';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { httpServer, rawServer, serverAt } from '../../../test/support/fake-servers.ts';
import { parseColumns } from '../../core/columns.ts';
import { createConnection } from './connection.ts';
import { createCredentials } from './credentials.ts';
import { poll } from './poll.ts';
import { createResolver } from './resolve.ts';
import type { PollOutcome } from './state.ts';

const columns = parseColumns(['system:hr_name', 'cpu:total', 'fs:percent:/']);
const now = (): number => performance.now();
const setup = { columns, credentials: createCredentials(async (password) => password), pollMs: 500, now };

/** One poll, with a password at hand. */
const pollAt = (port: number, protocol: 'rest' | 'rpc'): Promise<PollOutcome> => {
  const server = serverAt(port, { protocol, password: 'hunter2' });
  const connection = createConnection(server, { resolver: createResolver({ now }), ca: undefined });
  return poll(connection, setup, new AbortController().signal).finally(() => connection.close());
};

const expectOutcome = (outcome: PollOutcome): void => {
  expect(['ONLINE', 'OFFLINE', 'PROTECTED']).toContain(outcome.status);
  if (outcome.status === 'ONLINE') expect(outcome.values.size).toBeLessThanOrEqual(columns.length);
  else expect(plain(outcome.reason ?? '')).toMatch(/^.{5,256}$/);
};

describe('a poll', () => {
  it('survives any bytes', async () => {
    let bytes: Uint8Array = new Uint8Array();
    const { port } = await rawServer((socket) => socket.end(bytes));
    const head = fc.constantFrom(
      '',
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n',
    );
    await fc.assert(
      fc.asyncProperty(head, fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        bytes = Buffer.concat([Buffer.from(start), rest]);
        expectOutcome(await pollAt(port, 'rest'));
      }),
      { numRuns: tries(100) },
    );
  });

  it.each(['rest', 'rpc'] as const)('survives any answers of a server that speaks %s', async (protocol) => {
    let answer: { status: number; type: string; body: string } = { status: 200, type: '', body: '' };
    const { port } = await httpServer((request, response) => {
      request.resume();
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    });
    const value = fc.oneof(
      fc.json(),
      fc.jsonValue().map((inner) => JSON.stringify({ version: '4', values: inner, cpu: inner })),
      fc
        .json()
        .map(
          (text) =>
            `<methodResponse><params><param><value><string>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string></value></param></params></methodResponse>`,
        ),
      fc.string({ unit: anyCharacter, maxLength: 100 }),
    );
    const any = fc.record({
      status: fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 429, 500, 503),
      type: fc.constantFrom('application/json', 'text/xml', 'text/html', ''),
      body: value,
    });
    await fc.assert(
      fc.asyncProperty(any, async (made) => {
        answer = made;
        expectOutcome(await pollAt(port, protocol));
      }),
      { numRuns: tries(150) },
    );
  });
});
