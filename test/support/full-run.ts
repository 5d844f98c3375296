/** Long tests are part of `npm run test:full` only. */
export const isFull = process.env['TEST_FULL'] === '1';

/** True if this suite is part of this run; otherwise prints one line. */
export function isInThisRun(suite: string): boolean {
  if (!isFull) console.warn(`skipped: ${suite} (npm run test:full)`);
  return isFull;
}

/** Returns further cases of a test in `npm run test:full`, none in other runs. */
export const onlyInFull = <Case>(suite: string, ...cases: Case[]): Case[] =>
  isInThisRun(suite) ? cases : [];

/** Number of cases of a property: a quarter outside the full run. */
export const tries = (count: number): number => (isFull ? count : Math.ceil(count / 4));

/** The first cases of a table; all in the full run. */
export const firstOf = <Case extends readonly unknown[] | [unknown]>(
  suite: string,
  count: number,
  cases: Case[],
): Case[] => (isInThisRun(suite) ? cases : cases.slice(0, count));
