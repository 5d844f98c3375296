/**
 * The clock of a test run. Below faketime(1) it is ahead of the machine's: programs share it that load its library, but static ones
 * (Docker, Prometheus) and those that fail with it do not.
 */
export const hasRealClock = process.env['FAKETIME'] === undefined;

/** Variables by which a program shares the clock of the run. */
export const CLOCK_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  (hasRealClock ? [] : ['FAKETIME', 'FAKETIME_SHARED', 'LD_PRELOAD']).map((name) => [
    name,
    process.env[name] ?? '',
  ]),
);
