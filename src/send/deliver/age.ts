/** Earlier dates come from a clock that had not been set yet. */
const FIRST_DATE = Date.UTC(2024, 0, 1);

/**
 * How old something from an earlier run is, by the wall clock, in milliseconds. Zero where its date or `now` makes no sense:
 * too late is better than never. Within a run ages follow the monotonic clock, which nobody sets.
 * @param date when it was queued, milliseconds since the epoch
 */
export const ageMs = (date: number, now: number): number => (date < FIRST_DATE ? 0 : Math.max(now - date, 0));
