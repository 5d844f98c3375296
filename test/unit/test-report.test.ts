import { expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { describeFailure, describeSkipped, outcome } from '../../scripts/test-report.js';

const AT = '    at /repo/test/a.test.ts:2:59\n    at more';
const REPORT = {
  numPassedTests: 2,
  testResults: [
    {
      name: '/repo/test/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'outer works', status: 'passed', failureMessages: [] },
        {
          fullName: 'outer fails',
          status: 'failed',
          failureMessages: [`\u001B[31mError: 1 is not 2\u001B[39m\n${AT}`],
        },
      ],
    },
    { name: '/repo/b.test.ts', status: 'failed', message: 'Cannot find module x', assertionResults: [] },
    {
      name: '/repo/c.test.ts',
      status: 'failed',
      message: 'hook broke',
      assertionResults: [{ fullName: 'works', status: 'passed', failureMessages: [] }],
    },
  ],
};

it('finds failed tests, files that could not be loaded and files whose hooks failed', () => {
  const { passed, failures } = outcome(REPORT, '/repo');
  expect(passed).toBe(2);
  expect(failures.map((failure: object) => describeFailure({ suite: 'unit', ...failure }))).toEqual([
    'unit > test/a.test.ts > outer fails\n    Error: 1 is not 2\n    at /repo/test/a.test.ts:2:59',
    'unit > b.test.ts > the file as a whole\n    Cannot find module x',
    'unit > c.test.ts > the file as a whole\n    hook broke',
  ]);
});

it('names each skipped suite once, in one line', () => {
  const printed =
    'a\n\u001B[22mskipped: A (needs b)\u001B[39m\nskipped: C (needs d)\n   ✓ x\nskipped: A (needs b)';
  expect(describeSkipped(printed)).toBe('Skipped: A (needs b); C (needs d)');
  expect(describeSkipped('1 passed')).toBe(null);
});

it('says of a check only its name', () => {
  expect(describeFailure({ suite: 'format' })).toBe('format');
});
