/** A client of server-sent events that a test can inspect, pause and disconnect. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { createGunzip } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';

export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: string;
}

export interface EventStream {
  status: number;
  headers: IncomingHttpHeaders;
  response: IncomingMessage;
  /** Everything so far, decompressed. */
  text(): string;
  events(): ServerEvent[];
  /** Events of one name. */
  named(event: string): ServerEvent[];
  /** Waits for a number of events of a name and returns the last. */
  until(event: string, count?: number): Promise<ServerEvent>;
  /** Ends with the connection. */
  ended: Promise<void>;
  cut(): void;
}

/** Opens a stream, which is closed when the test has finished. */
export async function openStream(
  port: number,
  query = '',
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const path = query.startsWith('/') ? query : `/api/stream${query}`;
  const asked = request({ host: '127.0.0.1', port, path, headers, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve);
    asked.on('error', reject);
    asked.end();
  });
  const isPacked = response.headers['content-encoding'] === 'gzip';
  const body = isPacked ? response.pipe(createGunzip()) : response;
  const decoder = new TextDecoder();
  const found: ServerEvent[] = [];
  let text = '';
  /** From here on, events are incomplete. */
  let end = 0;
  body.on('data', (chunk: Buffer) => {
    const more = decoder.decode(chunk, { stream: true });
    const mayEndEvent = more.startsWith('\n') || more.includes('\n\n');
    text += more;
    if (!mayEndEvent) return;
    const at = text.lastIndexOf('\n\n');
    if (at < end) return;
    found.push(...parseEvents(text.slice(end, at + 2)));
    end = at + 2;
  });
  for (const one of [response, body]) one.on('error', () => {});
  const ended = new Promise<void>((resolve) => void response.on('close', resolve));
  const named = (event: string): ServerEvent[] => found.filter((one) => one.event === event);
  const cut = (): void => void asked.destroy();
  onTestFinished(cut);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    response,
    text: () => text,
    events: () => [...found],
    named,
    async until(event, count = 1) {
      await vi.waitFor(
        () => {
          if (named(event).length < count)
            throw new Error(`no ${count} events ${event}: ${text.slice(-500)}`);
        },
        { interval: 5 },
      );
      return named(event)[count - 1] as ServerEvent;
    },
    ended,
    cut,
  };
}

/** Section 9.2.6 of the HTML standard, as far as whole events go. */
function parseEvents(text: string): ServerEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => block.split('\n').filter((line) => !line.startsWith(':')))
    .filter((lines) => lines.some((line) => line.startsWith('data:')))
    .map((lines) => {
      const field = (name: string): string[] =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      return { event: field('event')[0] ?? 'message', id: field('id')[0], data: field('data').join('\n') };
    });
}
