/** Results of checks. */
import type { Availability } from './availability.ts';
import type { FirstHop } from './host.ts';

export type CheckKind = 'ping' | 'tcp' | 'dns' | 'web' | 'beat';

/** ID of the default gateway's check. */
export const GATEWAY_CHECK = 'port_0';

/** End of the reason of a default gateway that has never answered: many do not, which says nothing about the network. */
export const NO_PINGS = 'does not answer pings';

/** Result of one run of a check. */
export interface CheckFinding {
  /** Null: the check could not run, which says nothing about its target. */
  readonly up: boolean | null;
  /** Seconds until the answer. */
  readonly response?: number | null;
  /** Packet loss in percent. */
  readonly loss?: number | null;
  /** Milliseconds since the epoch at which the certificate expires; missing: as before. */
  readonly expires?: number | null;
  /** Why it is down, to complete a sentence; null when up. */
  readonly reason: string | null;
}

/** Includes the first hop of the route by which the target was last reached, if known. */
export interface CheckResult extends Required<CheckFinding>, Partial<FirstHop> {
  /** Identity: `port_1`, `web_2`, `beat_backup`. */
  readonly name: string;
  readonly description: string;
  readonly kind: CheckKind;
  /** Checked target, with secrets removed. */
  readonly target: string;
  /** Failures in a row. */
  readonly failures: number;
  /** Time of the last change between up and down in this run; milliseconds since the epoch. */
  readonly since: number | null;
  /** Time of the last result, milliseconds since the epoch. */
  readonly checked: number | null;
  /** Deadline of the next heartbeat, milliseconds since the epoch; null for checks by the agent. */
  readonly due: number | null;
}

type CheckIdentity = Pick<CheckResult, 'name' | 'description' | 'kind' | 'target'>;

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
 * Returns the result after a finding. A check that could not run leaves consecutive failures unchanged.
 * @param now Unix milliseconds
 */
export function withFinding(before: CheckResult, finding: CheckFinding, now: number): CheckResult {
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

/** Results of all checks and their availability, for readers. */
export interface CheckReports {
  all(): CheckResult[];
  readonly availability: Pick<Availability, 'shares'>;
}
