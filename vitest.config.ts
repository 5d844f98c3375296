import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, testTimeout: 20_000, env: { TZ: 'UTC' }, ...extra },
});

/** Modules keep no state (a test sees to that), so files need no process of their own; all cores are used. */
const PURE = { isolate: false, maxWorkers: '100%' };

const REAL = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Real peers and clocks: a machine that is busy elsewhere for a moment is no failure.
  retry: 1,
  globalSetup: ['scripts/prepare-tests.js'],
};

/** Suites, from fast and isolated to slow and real. `scripts/test.js` runs them all. */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/unit/**/*.test.ts'], PURE),
      project('contract', ['test/contract/**/*.test.ts'], PURE),
      project('golden', ['test/golden/**/*.test.ts'], PURE),
      // One after the other: what is measured here should not wait for others.
      project('live', ['test/live/**/*.test.ts'], {
        ...REAL,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      // Engines and other programs to talk to: they wait for each other most of the time.
      project('peers', ['test/peers/**/*.test.ts'], { ...REAL, maxWorkers: 2, sequence: { groupOrder: 2 } }),
      // Alone: Chromium gives up what it is loading whenever a network interface comes or goes.
      project('page', ['test/page/**/*.test.ts'], { ...REAL, maxWorkers: 2, sequence: { groupOrder: 3 } }),
    ],
  },
});
