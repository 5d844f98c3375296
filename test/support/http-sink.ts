import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SinkRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it came. */
  bytes: Uint8Array;
}

export interface HttpSink {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  requests: SinkRequest[];
  /** Stops listening and cuts all connections. */
  close(): void;
}

/** Replies with a status and optional headers and body, or handles the response itself. */
export type SinkReply =
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((response: ServerResponse) => void);

/** A server on this machine that keeps all requests, until the test has finished. */
export async function httpSink(
  reply: (index: number) => SinkReply = () => ({ status: 200 }),
): Promise<HttpSink> {
  const sink = await openHttpSink(reply);
  onTestFinished(sink.close);
  return sink;
}

/** The same, until it is closed. */
export async function openHttpSink(reply: (index: number) => SinkReply): Promise<HttpSink> {
  const requests: SinkRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const bytes = Buffer.concat(chunks);
      requests.push({ method, path, headers, body: bytes.toString('utf8'), bytes });
      const answer = reply(requests.length - 1);
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, requests, close };
}
