/** Shared by the alert kinds of checks. */
import type { ServedMember } from '../../core/served.ts';
import type { JudgedValue } from '../../core/failure-rule.ts';

/** Distinguishes old failures from new ones: the begin of a failure is unknown until the check has succeeded in this run. */
export function createFineChecks() {
  const fine = new Set<string>();
  return {
    /** Notes which checks succeed now. */
    note(names: Iterable<string>): void {
      for (const name of names) fine.add(name);
    },
    has: (name: string): boolean => fine.has(name),
  };
}

/** Checks whose published events are enabled: those report the same failure. */
export const ownEvents = (judged: readonly JudgedValue[]): ReadonlySet<string | null> =>
  new Set(judged.filter(({ log }) => log).map(({ identity }) => identity));

/** `14:02`, in the time zone of the agent; empty where it is not known. @param seconds since the epoch */
export const sinceClock = (seconds: ServedMember): string =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toTimeString().slice(0, 5) : '';
