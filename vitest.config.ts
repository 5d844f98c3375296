import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, testTimeout: 20_000, env: { TZ: 'UTC' }, ...extra },
});

/** Suites, from fast and isolated to slow and real. `scripts/test.js` runs them all. */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/unit/**/*.test.ts']),
      project('contract', ['test/contract/**/*.test.ts']),
      project('golden', ['test/golden/**/*.test.ts']),
      project('live', ['test/live/**/*.test.ts'], {
        testTimeout: 60_000,
        // Real peers and clocks: a machine that is busy elsewhere for a moment is no failure.
        retry: 1,
        fileParallelism: false,
        // After the others: what is measured here should not wait for them.
        sequence: { groupOrder: 1 },
        globalSetup: ['scripts/prepare-tests.js'],
      }),
      project('page', ['test/page/**/*.test.ts'], {
        testTimeout: 60_000,
        hookTimeout: 60_000,
        retry: 1,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
        globalSetup: ['scripts/prepare-tests.js'],
      }),
    ],
  },
});
