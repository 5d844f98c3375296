/**
 * Limits forwarded requests. Hanging servers occupy a share: other servers are answered, also for their readers. Excess requests
 * wait.
 */
import { type Place, FairLimiter } from '../../core/fair-limiter.ts';
import { ApiError } from '../../http/server/errors.ts';

/** A request forwarded to a server. */
export interface Passing extends Place {
  readonly server: string;
}

/** Concurrent requests: all, of one network, and to one server. */
const MOST = 128;
const MOST_OF_READER = 64;
const MOST_OF_SERVER = 8;
const MOST_WAITING = 256;

const tooMany = () =>
  new ApiError(503, 'Too many requests are being passed on at once: try again', { 'retry-after': '1' });

export const passingLine = (): FairLimiter<Passing> =>
  new FairLimiter({ hasRoom, mostWaiting: MOST_WAITING, refusal: tooMany });

/** Beyond half of a share, a server gets only one more: the rest is for responsive servers. */
export function hasRoom({ group, server }: Passing, running: readonly Passing[]): boolean {
  const own = running.filter((one) => one.group === group);
  return (
    running.length < MOST &&
    own.length < MOST_OF_READER &&
    countOf(running, server) < shareOf(running.length, MOST) &&
    countOf(own, server) < shareOf(own.length, MOST_OF_READER)
  );
}

const shareOf = (taken: number, most: number): number => (taken < most / 2 ? MOST_OF_SERVER : 1);

const countOf = (passing: readonly Passing[], server: string): number =>
  passing.filter((one) => one.server === server).length;
