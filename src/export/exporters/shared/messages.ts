/** Payloads for brokers: messages as JSON lines, each with an address and a text. */
import { createHash } from 'node:crypto';
import type { Cycle, Session } from '../exporter.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import { inTime } from '../../../net/deliver/in-time.ts';
import { flag, number, orNull, text, tuple } from '../../../core/shape.ts';
import { jsonLines } from './payload.ts';

/**
 * MQTT brokers store retained messages for later subscribers. Repeated messages have the same id. Useless after `until`, Unix
 * milliseconds.
 */
export type Message = readonly [
  address: string,
  text: string,
  isRetained?: boolean,
  id?: string | null,
  until?: number,
];

/** Lets brokers and consumers recognise repeated messages. */
export function withId({ host, time }: Pick<Cycle, 'host' | 'time'>, [address, text]: Message): Message {
  const content = JSON.stringify([host, time, address, text]);
  return [address, text, false, createHash('sha256').update(content).digest('base64url')];
}

export const { payloads: messagePayloads, in: messagesIn } = jsonLines(
  tuple<Message>([text(), text(), flag(), orNull(text()), number()], 2),
);

interface Delivery<T, P> {
  /** Throws `WrongPayload`. */
  read(bytes: Uint8Array): P;
  deliver(connection: T, payload: P): Promise<unknown>;
  /** Of a delivered payload. */
  readonly answer: string;
  /** Throws errors that are no reply; absent: there are no replies. */
  verdictOf?(error: unknown): DeliveryVerdict;
}

/** A connection that opens on demand, once at a time, and again after a failure. */
export function createConnection<T>(connect: () => Promise<T>, end: (connection: T) => unknown) {
  let current: Promise<T> | null = null;
  let isOpen = false;
  const drop = async (): Promise<void> => {
    // A connection that has already ended, or never opens, is none to end.
    const ended = current?.then(end).catch(() => {});
    const wasOpen = isOpen;
    current = null;
    isOpen = false;
    // The timeouts of drivers are longer than that of an agent's end.
    if (wasOpen) await ended;
  };
  const use = async <R>(signal: AbortSignal, work: (connection: T) => Promise<R>): Promise<R> => {
    try {
      current ??= connect();
      const connection = await inTime(current, signal);
      isOpen = true;
      return await inTime(work(connection), signal);
    } catch (error) {
      void drop();
      throw error;
    }
  };
  return {
    use,
    close: drop,
    session: <P>({ read, deliver, answer, verdictOf }: Delivery<T, P>): Session => ({
      async send(bytes, { signal }) {
        const payload = read(bytes);
        try {
          await use(signal, (connection) => deliver(connection, payload));
          return { kind: 'sent', answer };
        } catch (error) {
          if (verdictOf === undefined) throw error;
          return verdictOf(error);
        }
      },
      close: drop,
    }),
  };
}
