import type { DefaultLimits, ThresholdRule } from '../../../core/level-rule.ts';

/**
 * A level of items whose names are not part of configuration keys and event types: `gpu_proc_careful`, `GPU_PROC`. Events of items
 * remain distinct.
 */
export const headerLevel = (
  header: string,
  limits?: DefaultLimits,
  delays?: ThresholdRule['delays'],
): ThresholdRule => ({
  header,
  ...(delays && { delays }),
  ...(limits && { limits }),
  itemName: () => '',
});
