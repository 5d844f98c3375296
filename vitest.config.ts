import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that measure time, or keep the machine so busy that others would measure it. */
const TIMED = '**/*.timed.test.ts';
/** Whole files of `npm run test:full`. */
const NOT_IN_THIS_RUN = process.env['TEST_FULL'] === '1' ? [] : ['**/*.full.test.ts'];

const project = (name: string, include: string[], extra: object = {}) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', TIMED, ...NOT_IN_THIS_RUN],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Limits end tests that wait in vain. A machine whose cores are taken needs several times as long as a quiet one.
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/compile-modules.ts'],
    runner: 'test/support/module-runner.ts',
    setupFiles: ['test/support/patience.ts'],
    env: { TZ: 'UTC' },
    // Those that `scripts/test.js` starts Vitest with.
    execArgv: process.execArgv,
    // The list of failures at the end of a run has the messages alone, without differences.
    chaiConfig: { truncateThreshold: 500 },
    ...extra,
  },
});

const REAL = {
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  globalSetup: ['scripts/prepare-tests.js', 'test/support/compile-modules.ts'],
};

/** Suites, from fast and isolated to slow and real. `scripts/test.js` runs them all, several at a time. */
export default defineConfig({
  test: {
    projects: [
      project(
        'unit',
        ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/{unit,contract,golden,fuzz}/**/*.test.ts'],
        // Modules keep no state (a test sees to that), so files need no process of their own. Many wait for timers: a third
        // worker for two cores ends the suite a fifth sooner.
        {
          isolate: false,
          maxWorkers: availableParallelism() + 1,
          setupFiles: ['test/support/patience.ts', 'test/support/fixed-seed.ts'],
        },
      ),
      // The agent and other programs, who wait for ticks and for each other most of the time: hence a third worker.
      project('live', ['test/{live,peers,campaigns}/**/*.test.ts'], {
        ...REAL,
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
      }),
      project('page', ['test/page/**/*.test.ts'], {
        ...REAL,
        // Every attempt is a way through three processes and back.
        expect: { poll: { timeout: 60_000, interval: 100 } },
        // Each waits for its browser, which uses the other core meanwhile: more would start more browsers.
        maxWorkers: 2,
        sequence: { groupOrder: 2 },
      }),
      // One file after the other, when nothing else runs.
      project('timed', [TIMED], {
        ...REAL,
        exclude: ['**/node_modules/**'],
        fileParallelism: false,
        sequence: { groupOrder: 3 },
      }),
    ],
  },
});
