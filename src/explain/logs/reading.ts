/** Log lines of one source in a range of time. */
import type { LogOrigin, LogOutput, LogSource } from './log-lines.ts';

/** Most lines read from the journal, and from the kernel. */
export const MOST_LINES = 500;
export const ONLY_LAST = `only the last ${MOST_LINES} lines of this time`;

/** A line as its source delivers it. */
export interface RawLine {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly origin: LogOrigin;
  readonly name: string;
  /** 0 to 7; null: none recorded. */
  readonly priority: number | null;
  /** Of a container. */
  readonly output?: LogOutput;
  readonly text: string;
}

/** Lines in order of time, and the outcome of reading them. */
export interface SourceReading extends Pick<LogSource, 'source' | 'state' | 'reason'> {
  readonly lines: readonly RawLine[];
}

/** `read` or `empty`. @param reason why lines are missing */
export const readingOf = (
  source: LogSource['source'],
  lines: readonly RawLine[],
  reason: string | null = null,
): SourceReading => ({ source, state: lines.length === 0 ? 'empty' : 'read', reason, lines });

/** Returns the reading of a source whose program did not start, or did not finish. */
export const withoutProgram = (source: LogSource['source'], failure: string): SourceReading =>
  without(source, /not installed/.test(failure) ? 'absent' : 'unreadable', failure);

export const without = (
  source: LogSource['source'],
  state: 'absent' | 'unreadable',
  reason: string,
): SourceReading => ({ source, state, reason, lines: [] });
