/** How many samples an agent keeps in memory. */
import type { Configuration } from '../config/load.ts';

/** Samples kept in memory, so that one failed write loses nothing. */
export function keptSamples({ settings, sections }: Configuration): number {
  const refresh = Math.min(sections.global.refresh, 2);
  return Math.max(settings.historySize, Math.ceil((2 * sections.archive.flush) / refresh));
}
