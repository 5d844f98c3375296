/** An alert that comes and goes has one history: stretches, from each raise to the end of its event. */
export interface Stretches {
  /** Since the alert began; 1: it goes on since then. */
  readonly count: number;
  /** Length of those that are over, together. */
  readonly seconds: number;
  /** Begin of the present one in milliseconds; null: there is none. */
  readonly since: number | null;
}
