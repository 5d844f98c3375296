/** Holds back what a single sample shows: devices leave for a moment while arrays start and pools are imported. */
import type { OngoingAlert } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';

/** Returns a function that passes findings of two samples in a row, and those of ongoing alerts. Samples are compared by identity. */
export function createSecondLook() {
  let last: object | null = null;
  let now: ReadonlySet<Finding['subject']> = new Set();
  let before: ReadonlySet<Finding['subject']> = new Set();
  return (
    sample: object,
    findings: readonly Finding[],
    ongoing: ReadonlyMap<string | null, OngoingAlert>,
  ): Finding[] => {
    if (sample !== last) {
      before = now;
      last = sample;
    }
    now = new Set(findings.map(({ subject }) => subject));
    return findings.filter(({ subject }) => ongoing.has(subject) || before.has(subject));
  };
}
