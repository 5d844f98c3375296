/** The line of requests that take long: some at once, a share of them for each network, the rest waits. */
import { sharesOf, WaitingLine } from '../../core/waiting-line.ts';
import { tooBusy } from './errors.ts';

export interface LongRequests {
  /** At once, and of one network. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Beyond them, requests get 503. */
  readonly mostWaiting: number;
}

export const lineOfLongRequests = ({ most, mostOfOne, mostWaiting }: LongRequests): WaitingLine =>
  new WaitingLine({ hasRoom: sharesOf(most, mostOfOne), mostWaiting, refusal: tooBusy });
