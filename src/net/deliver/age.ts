/** Earlier dates come from a clock that had not been set yet. */
const FIRST_DATE = Date.UTC(2024, 0, 1);

/**
 * Age in milliseconds by the wall clock, for data from an earlier run. Zero for invalid dates: late is better than never. Within a
 * run the monotonic clock is used.
 * @param date time of queueing, Unix milliseconds
 */
export const ageMs = (date: number, now: number): number => (date < FIRST_DATE ? 0 : Math.max(now - date, 0));
