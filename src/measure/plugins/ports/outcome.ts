import type { Finding } from '../../../core/check-result.ts';

/** What a check found out, and how the plugin serves it. */
export interface Outcome extends Finding {
  /** As served; null: the check could not be made. */
  readonly status: number | string | false | null;
  /** For the user of the plugin; null or missing: the status says it all. */
  readonly notice?: string | null;
}
