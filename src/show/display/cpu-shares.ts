/** What CPU time was spent on: all shares but idle, and the largest of them. Pure. */

import type { Phrase } from './language.ts';

export interface CpuShare {
  readonly field: 'user' | 'system' | 'nice' | 'steal' | 'irq' | 'iowait';
  readonly name: Phrase;
}

/** In a fixed order, which is that of the colours of series. All but the last add up to `total`. */
export const CPU_SHARES: readonly CpuShare[] = [
  { field: 'user', name: 'user' },
  { field: 'system', name: 'system' },
  { field: 'nice', name: 'nice' },
  { field: 'steal', name: 'steal' },
  { field: 'irq', name: 'interrupts' },
  { field: 'iowait', name: 'I/O wait' },
];

const SHOWN = 3;
/** Those that stay unless another one is larger by so many percent: names must not flicker on an idle machine. */
const USUAL = /user|system|iowait/;
const LEAD = 1;

/** The three largest shares, in their fixed order. */
export function largestShares(cpu: Readonly<Record<string, unknown>> | null): CpuShare[] {
  const weightOf = ({ field }: CpuShare): number =>
    (Number(cpu?.[field]) || 0) + (USUAL.test(field) ? LEAD : 0);
  const largest = new Set([...CPU_SHARES].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN));
  return CPU_SHARES.filter((share) => largest.has(share));
}
