/** Reads `/api/stream`: every new snapshot as it comes. */
import type { Client } from './client.ts';
import { type Greeting, readEventStream } from './event-stream.ts';
import type { Update } from '../state/store.ts';

export { NoStream } from './event-stream.ts';

/** The first event. */
export interface Hello extends Greeting {
  version: string;
  /** Seconds between updates. */
  refresh: number;
  plugins: string[];
}

export interface StreamSetup {
  client: Client;
  plugins: readonly string[];
  signal: AbortSignal;
  onHello(hello: Hello): void;
  onUpdate(update: Update): void;
}

/**
 * Reads until the stream ends, for whatever reason. Throws {@link NoStream} and {@link ApiProblem}.
 * @returns why the agent has ended it, in its words; empty when it did not say
 */
export const readStream = ({ client, plugins, signal, onHello, onUpdate }: StreamSetup): Promise<string> =>
  readEventStream({
    client,
    path: `api/stream?plugins=${plugins.map(encodeURIComponent).join(',')}`,
    signal,
    onHello: (hello) => onHello(hello as Hello),
    onEvent(event, value) {
      if (event.id !== '') onUpdate({ plugin: event.event, value, time: timeOf(event.id) });
    },
  });

/** The moment of the sample: the last part of the event's name. */
function timeOf(id: string): number {
  const time = Number(id.slice(id.lastIndexOf('.') + 1));
  return time > 0 ? time : Date.now();
}
