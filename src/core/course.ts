/**
 * Follows the wall clock against the monotonic one, over restarts, to judge the age of data: a step forward counts only after a day
 * in which the clock has gone on from there. NTP's state is not used: a wrong server synchronizes a clock as well.
 */

/** The wall clock was set by this much, or it went on while nothing ran. */
interface Step {
  /** Running time at the step, in milliseconds. */
  readonly at: number;
  readonly by: number;
}

export interface SavedCourse {
  /** Boot id; null: unknown. */
  readonly boot: string | null;
  /** Both clocks when it was saved. */
  readonly wall: number;
  readonly monotonic: number;
  /** Time for which the clock has been watched, in milliseconds. */
  readonly ran: number;
  readonly steps: readonly Step[];
}

export interface Course {
  /** Milliseconds since the epoch, never later than the wall clock: see `Clock.settled`. */
  settled(): number;
  saved(): SavedCourse;
}

export interface CourseSetup {
  wall(): number;
  monotonic(): number;
  /** Boot id; null: unknown. */
  boot: string | null;
  /** Of an earlier run; null: nothing is known, so a day passes before anything is old. */
  saved: SavedCourse | null;
}

/** Milliseconds for which a clock must go on from a step before data are deleted by it. */
export const SETTLE_MS = 86_400_000;
/** Smaller steps delete nothing that matters. */
const STEP_MS = 60_000;
/** More are joined: the age of data grows later then. */
const MOST_STEPS = 50;

export function createCourse({ wall, monotonic, boot, saved }: CourseSetup): Course {
  let seen = monotonic();
  let { ran, steps } = saved ?? { ran: 0, steps: [{ at: 0, by: wall() }] };
  /** Time of the wall clock at monotonic time 0, without steps. */
  let offset = (saved?.wall ?? wall()) - seen;
  if (saved !== null && boot !== null && saved.boot === boot && saved.monotonic <= seen) {
    offset = saved.wall - saved.monotonic;
    seen = saved.monotonic;
  }

  const observe = (): void => {
    const at = monotonic();
    ran += Math.max(0, at - seen);
    seen = at;
    const by = wall() - at - offset;
    steps = steps.filter((step) => ran - step.at < SETTLE_MS);
    if (Math.abs(by) < STEP_MS) return;
    offset += by;
    steps = joined([...steps, { at: ran, by }]);
  };

  return {
    settled() {
      observe();
      return wall() - Math.max(0, sumOf(steps));
    },
    saved() {
      observe();
      return { boot, wall: wall(), monotonic: seen, ran, steps };
    },
  };
}

const sumOf = (steps: readonly Step[]): number => steps.reduce((sum, { by }) => sum + by, 0);

function joined(steps: readonly Step[]): readonly Step[] {
  const [first, second, ...others] = steps;
  if (first === undefined || second === undefined || steps.length <= MOST_STEPS) return steps;
  return [{ at: second.at, by: first.by + second.by }, ...others];
}

/** Throws for a text that is none. */
export function parseCourse(text: string): SavedCourse {
  const saved = JSON.parse(text) as SavedCourse;
  const { boot, wall, monotonic, ran, steps } = saved;
  const isKnown =
    (boot === null || typeof boot === 'string') &&
    [wall, monotonic, ran].every(Number.isFinite) &&
    Array.isArray(steps) &&
    steps.length <= MOST_STEPS &&
    steps.every(({ at, by }) => Number.isFinite(at) && Number.isFinite(by));
  if (!isKnown) throw new TypeError('expected the course of a clock');
  return { boot, wall, monotonic, ran, steps };
}
