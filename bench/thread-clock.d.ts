/** A clock of the calling thread's CPU time, in milliseconds. */
export function threadClock(): () => number;
