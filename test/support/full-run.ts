/** What takes long is part of `npm run test:full` alone. */
export const isFull = process.env['TEST_FULL'] === '1';

/** True when this suite is part of this run; otherwise that is said in one line. */
export function isInThisRun(suite: string): boolean {
  if (!isFull) console.warn(`skipped: ${suite} (npm run test:full)`);
  return isFull;
}

/** Returns further cases of a test in `npm run test:full`, none in other runs. */
export const onlyInFull = <Case>(suite: string, ...cases: Case[]): Case[] =>
  isInThisRun(suite) ? cases : [];

/** How often a property is tried: a quarter of it outside the full run. */
export const tries = (count: number): number => (isFull ? count : Math.ceil(count / 4));

/** The first rows of a table of cases; all of them in the full run. */
export const firstOf = <Case extends readonly unknown[] | [unknown]>(
  suite: string,
  count: number,
  cases: Case[],
): Case[] => (isInThisRun(suite) ? cases : cases.slice(0, count));
