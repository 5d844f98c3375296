import type { CheckFinding } from '../../../core/check-result.ts';

/** Outcome of a check, and its served form. */
export interface CheckOutcome extends CheckFinding {
  /** Status as served; null: the check could not be made. */
  readonly status: number | string | false | null;
  /** Reason for the user; null or missing: the status is sufficient. */
  readonly notice?: string | null;
}
