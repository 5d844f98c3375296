/**
 * Follows the wall clock against the monotonic one, over restarts, to judge the age of data: a step forward counts only after a day
 * in which the clock has gone on from there. NTP's state is not used: a wrong server synchronizes a clock as well.
 */
import { closed, listOf, number, orNull, text, type TypeOf } from './shape.ts';

/** More are joined: the age of data grows later then. */
const MOST_STEPS = 50;

/** Times in milliseconds. */
export const COURSE = closed('The course of the clock.', {
  boot: orNull(text('Boot id; null: unknown.')),
  wall: number('Of both clocks, when it was saved.'),
  monotonic: number(),
  ran: number('Time for which the clock has been watched.'),
  steps: listOf(
    closed('The wall clock was set, or it went on while nothing ran.', {
      at: number('Running time at the step.'),
      by: number('How far it was set.'),
    }),
    { maxItems: MOST_STEPS },
  ),
});
export type SavedCourse = TypeOf<typeof COURSE>;
type Step = SavedCourse['steps'][number];

export interface Course {
  /** Milliseconds since the epoch, never later than the wall clock: see `Clock.settled`. */
  settled(): number;
  saved(): SavedCourse;
}

interface CourseSetup {
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
