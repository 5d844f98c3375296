/** Reads `/api/stream`: every new snapshot as it comes. */
import type { Client } from './client.ts';
import { ApiProblem } from './client.ts';
import { EventParser, type ServerEvent } from './events.ts';
import type { Update } from '../state/store.ts';

/** The first event. */
export interface Hello {
  run: string;
  version: string;
  /** Seconds between updates. */
  refresh: number;
  /** Seconds between signs of life. */
  heartbeat: number;
  plugins: string[];
}

export interface StreamSetup {
  client: Client;
  plugins: readonly string[];
  signal: AbortSignal;
  onHello(hello: Hello): void;
  onUpdate(update: Update): void;
}

/** A stream of which nothing has come after so many milliseconds is held back somewhere on its way. */
const FIRST_MS = 5000;

/** No stream gets through: asking again and again is what is left. */
export class NoStream extends Error {
  override readonly name = 'NoStream';
}

/** Reads until the stream ends, for whatever reason. Throws {@link NoStream} and {@link ApiProblem}. */
export async function readStream({ client, plugins, signal, onHello, onUpdate }: StreamSetup): Promise<void> {
  const own = new AbortController();
  const stop = (): void => own.abort();
  signal.addEventListener('abort', stop);
  let patience = FIRST_MS;
  let greeted = false;
  let timer = setTimeout(stop, patience);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(stop, patience);
  };
  const take = (event: ServerEvent): void => {
    const value = parse(event.data);
    if (value === undefined) return;
    if (event.event === 'hello') {
      greeted = true;
      const hello = value as Hello;
      patience = (hello.heartbeat * 2 + 5) * 1000;
      alive();
      onHello(hello);
    } else if (event.id !== '') onUpdate({ plugin: event.event, value, time: timeOf(event.id) });
  };
  try {
    const query = `plugins=${plugins.map(encodeURIComponent).join(',')}`;
    const response = await client.open(`api/stream?${query}`, { signal: own.signal, cache: 'no-store' });
    await readEvents(response, alive, take);
    if (!greeted) throw new NoStream();
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof NoStream) throw error;
    const status = error instanceof ApiProblem ? error.status : 0;
    if (!greeted && (status === 503 || status === 404 || own.signal.aborted)) throw new NoStream();
    throw error instanceof ApiProblem ? error : new ApiProblem(0, 'The connection was lost');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function readEvents(
  response: Response,
  alive: () => void,
  take: (event: ServerEvent) => void,
): Promise<void> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  if (reader === undefined) throw new NoStream();
  const parser = new EventParser();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    for (const event of parser.take(value)) take(event);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The moment of the sample: the last part of the event's name. */
function timeOf(id: string): number {
  const time = Number(id.slice(id.lastIndexOf('.') + 1));
  return time > 0 ? time : Date.now();
}
