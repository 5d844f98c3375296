/** Lines as they are served; those that differ only in numbers may be one, with a count. */
import { LOG_PRIORITIES, type LogLine } from './log-lines.ts';
import { Slice } from '../../core/slice.ts';
import type { RawLine } from './reading.ts';

/** Longer texts are cut, before secrets are masked and in the result. */
const LONGEST_READ = 8192;

const NUMBERS = /0x[\da-f]+|\d+/gi;

export interface GroupSetup {
  /** A text as one line: secrets masked, control characters visible, shortened. */
  show(text: string): string;
  /** Keeps only lines that contain it, in upper or lower case. */
  text: string;
  isGrouped: boolean;
  /** Ends the work. */
  signal: AbortSignal;
}

/** By the time of their first line. */
export async function groupLines(
  raw: readonly RawLine[],
  { show, text: wanted, isGrouped, signal }: GroupSetup,
): Promise<LogLine[]> {
  const slice = new Slice({ isGone: () => signal.aborted });
  const groups = new Map<string, LogLine>();
  const searched = wanted.toLowerCase();
  for (const [at, { time, origin, name, priority, output = null, text }] of raw
    .toSorted((a, b) => a.time - b.time)
    .entries()) {
    if (slice.isOver) await slice.next();
    const shown = show(text.slice(0, LONGEST_READ).trimEnd());
    // A search must not reveal masked text.
    if (!shown.toLowerCase().includes(searched)) continue;
    const key = isGrouped
      ? [origin, name, priority, output, shown.replaceAll(NUMBERS, '#')].join('\n')
      : String(at);
    const known = groups.get(key);
    groups.set(key, {
      time: known?.time ?? Math.floor(time),
      last: Math.floor(time),
      origin,
      name: known?.name ?? show(name),
      priority: priority === null ? null : (LOG_PRIORITIES[priority] ?? null),
      output,
      text: shown,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...groups.values()];
}
