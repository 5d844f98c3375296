/** An alert that comes and goes has one history: stretches, from each raise to the end of its event. */
import { closed, integer, number, orNull, type TypeOf } from './shape.ts';

export const STRETCHES = closed('An alert may come and go. Each stretch is a time above the threshold.', {
  count: integer('Number of stretches; 1: the alert was never interrupted.', { minimum: 0 }),
  seconds: number('Total length of the ended stretches, in seconds.', { minimum: 0 }),
  since: orNull(number('Begin of the current stretch in milliseconds since 1970; null: there is none.')),
});
export type Stretches = TypeOf<typeof STRETCHES>;
