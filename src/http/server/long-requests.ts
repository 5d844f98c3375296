/** The queue of slow requests: a few run at once, with a share for each network. */
import { sharesOf, FairLimiter } from '../../core/fair-limiter.ts';
import { tooBusy } from './errors.ts';

interface LongRequests {
  /** Concurrent requests, in total and per network. */
  readonly most?: number;
  readonly mostOfOne?: number;
  /** Queue length; requests beyond it get 503. */
  readonly mostWaiting?: number;
}

export const limiterOfLongRequests = ({
  most = 2,
  mostOfOne = 1,
  mostWaiting = 8,
}: LongRequests = {}): FairLimiter =>
  new FairLimiter({ hasRoom: sharesOf(most, mostOfOne), mostWaiting, refusal: tooBusy });
