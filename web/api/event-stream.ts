/** Reads a stream of server-sent events that begins with a greeting and sends keep-alives. */
import { ApiProblem, type Client } from './client.ts';
import { EventParser, type ServerEvent } from './events.ts';
import { t } from '../../src/show/display/language.ts';

/** First event of the stream. */
export interface Greeting {
  run: string;
  /** Seconds between keep-alives. */
  heartbeat: number;
}

export interface EventStreamSetup {
  client: Client;
  /** Relative to the page. */
  path: string;
  signal: AbortSignal;
  onHello(hello: Greeting): void;
  /** Any other event, with parsed data. */
  onEvent(event: ServerEvent, value: unknown): void;
}

/** After this many milliseconds without data, a stream counts as buffered by a proxy. */
const FIRST_MS = 5000;

/** Seconds, if the greeting does not say. */
const USUAL_HEARTBEAT = 15;

/** No stream gets through, so polling remains. */
export class NoStream extends Error {
  override readonly name = 'NoStream';
}

/**
 * Reads until the stream ends. Throws {@link NoStream} and {@link ApiProblem}.
 * @returns the agent's reason; empty: unknown
 */
export async function readEventStream({
  client,
  path,
  signal,
  onHello,
  onEvent,
}: EventStreamSetup): Promise<string> {
  const own = new AbortController();
  const stop = (): void => own.abort();
  signal.addEventListener('abort', stop);
  let timeoutMs = FIRST_MS;
  let greeted = false;
  let reason = '';
  let timer = setTimeout(stop, timeoutMs);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(stop, timeoutMs);
  };
  /** Equal data keep their object, so nothing is rendered again. */
  const latest = new Map<string, { data: string; value: unknown }>();
  const valueOf = ({ event, data }: ServerEvent): unknown => {
    const known = latest.get(event);
    if (known?.data === data) return known.value;
    const value = parse(data);
    latest.set(event, { data, value });
    return value;
  };
  const take = (event: ServerEvent): void => {
    const value = valueOf(event);
    if (value === undefined) return;
    if (event.event === 'hello') {
      greeted = true;
      const hello = value as Greeting;
      timeoutMs = ((hello.heartbeat || USUAL_HEARTBEAT) * 2 + 5) * 1000;
      alive();
      onHello(hello);
    } else if (event.event === 'end') reason = detailOf(value);
    else onEvent(event, value);
  };
  try {
    const response = await client.open(path, { signal: own.signal, cache: 'no-store' });
    await readEvents(response, alive, take);
    if (!greeted) throw new NoStream();
    return reason;
  } catch (error) {
    if (signal.aborted) return '';
    // A final event, then the end.
    if (reason !== '') return reason;
    if (error instanceof NoStream) throw error;
    const status = error instanceof ApiProblem ? error.status : 0;
    if (!greeted && (status === 503 || status === 404 || own.signal.aborted)) throw new NoStream();
    throw error instanceof ApiProblem ? error : new ApiProblem(0, t('The connection was lost'));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const detailOf = (value: unknown): string => {
  const detail = (value as { detail?: unknown } | null)?.detail;
  return typeof detail === 'string' ? detail : '';
};

async function readEvents(
  response: Response,
  alive: () => void,
  take: (event: ServerEvent) => void,
): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new NoStream();
  // A text stream would add two queues with promises for each chunk.
  const decoder = new TextDecoder();
  const parser = new EventParser();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    for (const event of parser.take(decoder.decode(value, { stream: true }))) take(event);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
