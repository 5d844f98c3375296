/**
 * The clock of a test run. Below faketime(1) it is ahead of the machine's: programs share it that load its library, but static ones
 * (Docker, Prometheus) and those that fail with it do not.
 */
const isReal = process.env['FAKETIME'] === undefined;

/** Variables by which a program shares the clock of the run. */
export const CLOCK_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  (isReal ? [] : ['FAKETIME', 'FAKETIME_SHARED', 'LD_PRELOAD']).map((name) => [
    name,
    process.env[name] ?? '',
  ]),
);

/** For suites with programs that have the clock of the machine. Prints one line if the run has another. */
export function lacksRealClock(suite: string): boolean {
  if (!isReal) console.warn(`skipped: ${suite} (needs the real clock)`);
  return !isReal;
}
