/** The queue of slow requests: a few run at once, with a share for each network. */
import { sharesOf, WaitingLine } from '../../core/waiting-line.ts';
import { tooBusy } from './errors.ts';

export interface LongRequests {
  /** Concurrent requests, in total and per network. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Queue length; requests beyond it get 503. */
  readonly mostWaiting: number;
}

export const lineOfLongRequests = ({ most, mostOfOne, mostWaiting }: LongRequests): WaitingLine =>
  new WaitingLine({ hasRoom: sharesOf(most, mostOfOne), mostWaiting, refusal: tooBusy });
