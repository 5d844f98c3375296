import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from './system-clock.ts';

function createSteppedClock() {
  const time = { wall: 1_000_000, monotonic: 500.25 };
  const clock = createSystemClock({ wall: () => Math.floor(time.wall), monotonic: () => time.monotonic });
  return { time, clock };
}

describe('the system clock', () => {
  it('agrees with Date.now and has a fraction', () => {
    const clock = createSystemClock();
    const before = Date.now();
    const readings = Array.from({ length: 1000 }, () => clock.now());
    expect(readings[0]).toBeGreaterThanOrEqual(before);
    expect(readings.at(-1)).toBeLessThan(Date.now() + 1);
    expect(readings.some((reading) => !Number.isInteger(reading))).toBe(true);
  });

  it('follows jumps of the wall clock at once', () => {
    const { time, clock } = createSteppedClock();
    clock.now();
    time.wall += 3_600_000;
    expect(Math.floor(clock.now())).toBe(4_600_000);
    time.wall -= 7_200_000;
    expect(Math.floor(clock.now())).toBe(-2_600_000);
  });

  it('always lies in the millisecond of the wall clock, and runs forwards while that does', () => {
    const step = fc.record({
      wall: fc.double({ min: 0, max: 3, noNaN: true }),
      monotonic: fc.double({ min: 0, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { time, clock } = createSteppedClock();
        let last = clock.now();
        for (const { wall, monotonic } of steps) {
          time.wall += wall;
          time.monotonic += monotonic;
          const now = clock.now();
          expect(Math.floor(now)).toBe(Math.floor(time.wall));
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }),
    );
  });

  it('calls back after the time, unless cancelled', async () => {
    const clock = createSystemClock();
    const start = clock.monotonic();
    let cancelled = true;
    clock.setTimer(() => (cancelled = false), 10)();
    await new Promise<void>((resolve) => {
      clock.setTimer(resolve, 30);
    });
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(29);
    expect(cancelled).toBe(true);
  });

  it('does not call back at once for a time beyond the longest timer', async () => {
    let isCalled = false;
    const cancel = createSystemClock().setTimer(() => (isCalled = true), 1e13);
    await new Promise<void>((resolve) => {
      createSystemClock().setTimer(resolve, 30);
    });
    expect(isCalled).toBe(false);
    cancel();
  });

  it('does not keep the process alive', () => {
    const module = fileURLToPath(new URL('system-clock.ts', import.meta.url));
    const script = `import { createSystemClock } from ${JSON.stringify(module)};
      createSystemClock().setTimer(() => console.log('late'), 60_000);`;
    const argv = ['--import', 'tsx', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, argv, { encoding: 'utf8' })).toBe('');
  });
});
