import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { inTime } from '../../net/deliver/in-time.ts';
import { allowedOnly, refuseForbidden } from '../../net/transport/connect.ts';
import type { SendContext } from './target-type.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** An address that does not answer must leave time for the others. */
const ATTEMPT_MS = 1000;

/**
 * A connection for libraries that would look the name up themselves, and again: its allowed addresses are tried in turn (RFC 8305).
 * Rejects with `RequestError` or the system error of the last address.
 */
export async function openSocket(
  { host, port }: Place,
  { signal, isForbidden }: Pick<SendContext, 'signal' | 'isForbidden'>,
  lookup?: LookupFunction,
): Promise<Socket> {
  const isRefused = isForbidden ?? (() => false);
  refuseForbidden({ isForbidden: isRefused }, host);
  const socket = connect({
    host,
    port,
    lookup: allowedOnly(lookup, isRefused),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  });
  try {
    await inTime(once(socket, 'connect'), signal);
  } catch (error) {
    socket.destroy();
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  }
  return socket;
}
