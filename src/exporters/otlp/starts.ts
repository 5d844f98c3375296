/** When counters began to count, which every point of them says. */

export interface Starts {
  /** @param first when it began if it was there from the first cycle on; milliseconds since the epoch */
  startOf(series: string, value: number, first: number): number;
  /** The next cycle begins; series that the last one did not have are forgotten. */
  begin(time: number): void;
}

export function createStarts(): Starts {
  type Known = Map<string, { start: number; value: number }>;
  let before: Known = new Map();
  let now: Known = new Map();
  /** Null: there has been none. */
  let lastTime: number | null = null;
  let time = 0;
  return {
    startOf(series, value, first) {
      const known = before.get(series);
      // One that comes later counts from the cycle before; one that fell from its fall.
      const began = known === undefined ? (lastTime ?? first) : value < known.value ? time : known.start;
      now.set(series, { start: began, value });
      return began;
    },
    begin(at) {
      lastTime = time === 0 ? null : time;
      time = at;
      before = now;
      now = new Map();
    },
  };
}
