/** Results of checks. */
import type { Availability } from './availability.ts';
import type { FirstHop } from './host.ts';

export type CheckKind = 'ping' | 'tcp' | 'dns' | 'web' | 'beat';

/** What a check found out. */
export interface Finding {
  /** Null: the check could not be made, which says nothing about its target. */
  readonly up: boolean | null;
  /** Seconds until the answer. */
  readonly response?: number | null;
  /** Percent of the packets. */
  readonly loss?: number | null;
  /** Milliseconds since the epoch at which the certificate expires; missing: as before. */
  readonly expires?: number | null;
  /** Why it is not up, as the end of a sentence; null where it is. */
  readonly reason: string | null;
}

/** With the first step of the route by which the target was reached last, where that is known. */
export interface CheckResult extends Required<Finding>, Partial<FirstHop> {
  /** Identity: `port_1`, `web_2`, `beat_backup`. */
  readonly name: string;
  readonly description: string;
  readonly kind: CheckKind;
  /** What is checked, without secrets. */
  readonly target: string;
  /** Failures in a row. */
  readonly failures: number;
  /** Since when it is up or down, as far as this run knows; milliseconds since the epoch. */
  readonly since: number | null;
  /** Time of the last result, milliseconds since the epoch. */
  readonly checked: number | null;
  /** When the next call of another program is due, milliseconds since the epoch; null for own checks. */
  readonly due: number | null;
}

export type CheckIdentity = Pick<CheckResult, 'name' | 'description' | 'kind' | 'target'>;

export const notChecked = (identity: CheckIdentity): CheckResult => ({
  ...identity,
  up: null,
  response: null,
  loss: null,
  expires: null,
  reason: null,
  failures: 0,
  since: null,
  checked: null,
  due: null,
});

/**
 * The result after another finding. A check that could not be made neither adds to the failures in a row nor ends them.
 * @param now milliseconds since the epoch
 */
export function withFinding(before: CheckResult, finding: Finding, now: number): CheckResult {
  const { up, response = null, loss = null, expires = before.expires, reason } = finding;
  return {
    ...before,
    up,
    response,
    loss,
    expires,
    reason,
    failures: up === null ? before.failures : up ? 0 : before.failures + 1,
    since: up === before.up ? before.since : up === null ? null : now,
    checked: now,
  };
}

/** What readers of the results need. */
export interface CheckReports {
  all(): CheckResult[];
  readonly availability: Pick<Availability, 'shares'>;
}
