import { describe, expect, it } from 'vitest';
import { isOf } from './shape-check.ts';
import { COURSE, createCourse, type SavedCourse, SETTLE_MS } from './course.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const YEARS = 3650 * 24 * HOUR;

/** A machine whose clocks a test moves, and its runs. */
function machine() {
  let [wall, monotonic, boot] = [NOON, 5 * HOUR, 'a'];
  return {
    run: (saved: SavedCourse | null) =>
      createCourse({ wall: () => wall, monotonic: () => monotonic, boot, saved }),
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    set: (ms: number) => void (wall += ms),
    boot(offMs: number) {
      wall += offMs;
      monotonic = 0;
      boot += 'b';
    },
    now: () => wall,
  };
}

/** A course that is known to agree. */
function agreed() {
  const host = machine();
  const course = host.run(null);
  course.settled();
  host.pass(SETTLE_MS);
  return { ...host, course };
}

describe('the settled time', () => {
  it('is none for the first day', () => {
    const host = machine();
    const course = host.run(null);
    expect(course.settled()).toBe(0);
    host.pass(SETTLE_MS - 1);
    expect(course.settled()).toBe(SETTLE_MS - 1);
    host.pass(1);
    expect(course.settled()).toBe(host.now());
  });

  it('goes on as before while the clock is wrong, and with the clock once it is right', () => {
    const { course, pass, set, now } = agreed();
    expect(course.settled()).toBe(now());
    set(YEARS);
    expect(course.settled()).toBe(now() - YEARS);
    pass(25_000);
    expect(course.settled()).toBe(now() - YEARS);
    set(-YEARS);
    expect(course.settled()).toBe(now());
    for (let hour = 0; hour < 30; hour += 1) {
      pass(HOUR);
      expect(course.settled()).toBe(now());
    }
  });

  it('takes a day to follow a clock that stays, and never goes beyond it', () => {
    const { course, pass, set, now } = agreed();
    set(YEARS);
    course.settled();
    pass(SETTLE_MS - 1);
    expect(course.settled()).toBe(now() - YEARS);
    pass(1);
    expect(course.settled()).toBe(now());
    set(-YEARS);
    expect(course.settled()).toBe(now());
  });

  it('counts many steps as much as one', () => {
    const { course, pass, set, now } = agreed();
    for (let step = 0; step < 200; step += 1) {
      set(HOUR);
      course.settled();
      pass(1000);
    }
    expect(course.settled()).toBe(now() - 200 * HOUR);
  });

  it('notices a clock that runs away slowly', () => {
    const { course, pass, set, now } = agreed();
    for (let second = 0; second < HOUR / 1000; second += 1) {
      pass(1000);
      set(1000);
      course.settled();
    }
    expect(now() - course.settled()).toBeGreaterThan(HOUR - 60_000);
  });

  it('knows of a step while no agent ran', () => {
    const { course, run, pass, set, now } = agreed();
    const saved = course.saved();
    expect(isOf(COURSE, JSON.parse(JSON.stringify(saved)))).toBe(true);
    pass(HOUR);
    expect(run(saved).settled()).toBe(now());
    set(YEARS);
    expect(run(saved).settled()).toBe(now() - YEARS);
    // Runs that last an hour each make up the day together.
    let known = saved;
    for (let hour = 0; hour <= 24; hour += 1) {
      const next = run(known);
      next.settled();
      pass(HOUR);
      known = next.saved();
    }
    expect(run(known).settled()).toBe(now());
  });

  it('does not count the time between two boots, whose length nothing tells', () => {
    const { course, run, pass, boot, now } = agreed();
    const saved = course.saved();
    boot(16 * HOUR);
    const next = run(saved);
    expect(next.settled()).toBe(now() - 16 * HOUR);
    pass(SETTLE_MS);
    expect(next.settled()).toBe(now());
  });
});

it.each(['{}', '[]', '{"boot":"a","wall":1,"monotonic":1,"ran":1,"steps":[{}]}'])('refuses %j', (text) => {
  expect(isOf(COURSE, JSON.parse(text))).toBe(false);
});
