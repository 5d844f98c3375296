/** An alert that comes and goes has one history: stretches, from each raise to the end of its event. */
import { closed, integer, number, orNull, type TypeOf } from './shape.ts';

export const STRETCHES = closed('An alert may come and go. Each stretch is a time above the threshold.', {
  count: integer('Their number; 1: the alert goes on since its begin.', { minimum: 0 }),
  seconds: number('Length of those that are over, together.', { minimum: 0 }),
  since: orNull(number('Begin of the present one in milliseconds since 1970; null: there is none.')),
});
export type Stretches = TypeOf<typeof STRETCHES>;
