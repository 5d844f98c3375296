/** Shares of CPU time except idle, and the largest of them. Pure. */

import type { Served } from '../../core/served.ts';
import type { Phrase } from './language.ts';

interface CpuShare {
  readonly field: 'user' | 'system' | 'nice' | 'steal' | 'irq' | 'iowait';
  readonly name: Phrase;
}

/** In the order of series colours. All but the last add up to `total`. */
export const CPU_SHARES: readonly CpuShare[] = [
  { field: 'user', name: 'user' },
  { field: 'system', name: 'system' },
  { field: 'nice', name: 'nice' },
  { field: 'steal', name: 'steal' },
  { field: 'irq', name: 'interrupts' },
  { field: 'iowait', name: 'I/O wait' },
];

const SHOWN = 3;
/** Preferred shares, replaced only by clearly larger ones, so that names do not flicker on an idle host. */
const USUAL = /user|system|iowait/;
const LEAD = 1;

/** Returns the three largest shares, in their fixed order. */
export function largestShares(cpu: Readonly<Served> | null): CpuShare[] {
  const weightOf = ({ field }: CpuShare): number =>
    (Number(cpu?.[field]) || 0) + (USUAL.test(field) ? LEAD : 0);
  const largest = new Set([...CPU_SHARES].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN));
  return CPU_SHARES.filter((share) => largest.has(share));
}
