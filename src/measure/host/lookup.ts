import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { systemError } from './system-error.ts';

/** Most concurrent lookups: each blocks one of libuv's four threads, for many seconds with dead name servers. */
const AT_ONCE = 2;
/** Entries beyond their time limit are still in the queue. */
const MAX_WAITING = 500;

/**
 * Limits concurrent host name lookups, so files and passwords find a thread while name servers hang. `ask` is `dns.lookup` or a
 * fake.
 */
export function createLookup(ask: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  const waiting: (() => void)[] = [];
  let running = 0;

  const next = (): void => {
    if (running >= AT_ONCE) return;
    const start = waiting.shift();
    if (start === undefined) return;
    running += 1;
    start();
  };

  return (hostname, options, callback) => {
    if (waiting.length >= MAX_WAITING) {
      const error = systemError('EAI_AGAIN', 'too many names are being looked up', 'lookup', hostname);
      return setImmediate(() => callback(error, '', 4));
    }
    waiting.push(() =>
      ask(hostname, options, (...answer) => {
        running -= 1;
        next();
        callback(...answer);
      }),
    );
    next();
  };
}
