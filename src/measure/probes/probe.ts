/** Readings for alert kinds that no plugin serves. */
import type { AlertInput } from '../../core/failure-rule.ts';
import type { Host } from '../../core/host.ts';
import type { MaybePromise } from '../../core/plugin.ts';

export interface AlertProbe<T = unknown> {
  readonly feed: AlertInput<T>;
  /** Between two reads. */
  readonly seconds: number;
  /** Called once; the result reads. Null: unknown here. Errors count as unknown and are logged once. */
  create(host: Host): () => MaybePromise<T | null>;
}

/** Checks that a probe reads its feed's data; hides the type from lists of probes. */
export const defineProbe = <T>(probe: AlertProbe<T>): AlertProbe => probe as AlertProbe;
