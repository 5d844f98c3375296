/** A server of a hub: replies like an agent until switched to endless replies. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface HostileAgent {
  readonly port: number;
  /** Sent repeatedly in place of a reply; null: it replies. */
  flood: Buffer | null;
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/4/status': { version: '4.3.0' },
  '/api/4/pluginslist': ['cpu', 'mem'],
  '/api/4/cpu': { total: 1 },
};

/** Sends no more than its reader accepts. */
function pour(response: ServerResponse, part: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}

export async function createHostileAgent(): Promise<HostileAgent> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.setHeader('content-type', 'application/json');
    if (hostile.flood !== null) return pour(response, hostile.flood);
    response.statusCode = path in ANSWERS ? 200 : 404;
    response.end(JSON.stringify(ANSWERS[path] ?? { detail: 'no' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const hostile = { port: (server.address() as AddressInfo).port, flood: null as Buffer | null };
  return hostile;
}
