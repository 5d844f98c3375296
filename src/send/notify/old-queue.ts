/** Reads and removes the queue file of older versions: all targets in one file, one JSON object per line. */
import type { Disk } from '../../core/files/disk.ts';
import { createStateFile, type Parsed } from '../../core/files/state-file.ts';
import type { NotifyLog } from './log.ts';
import type { Notice } from './notice.ts';
import { has, isNotice, isNumber, isText, jsonIn } from './stored-notice.ts';

export interface OldEntry {
  /** Name of the target. */
  readonly target: string;
  readonly notice: Notice;
  /** Milliseconds since the epoch. */
  readonly queuedAt: number;
}

export interface OldQueue {
  readonly entries: readonly OldEntry[];
  /** Unreadable lines stay in a file that the log names. Rejects with a system error. */
  remove(): Promise<void>;
}

/** Larger than any such file. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Never throws. */
export function readOldQueue(path: string, log: NotifyLog, disk?: Disk): OldQueue {
  const file = createStateFile(path, {
    parse,
    disk,
    most: MOST_BYTES,
    reports: {
      problems: { report: (_path, sentence) => sentence !== null && log('WARNING', sentence) },
      loss: 'Notifications of the last run are not sent.',
    },
    isDerived: true,
  });
  const { value, problem } = file.load();
  const isAbsent = value === null && problem === null;
  return { entries: value ?? [], remove: async () => (isAbsent ? undefined : file.save(null)) };
}

function parse(text: string): Parsed<OldEntry[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const value = lines.map(parseLine).filter((entry) => entry !== null);
  return { value, damaged: lines.length - value.length };
}

const isEntry = has({ target: isText, queuedAt: isNumber, tries: isNumber, notice: isNotice });

/** The entry of a line; null if invalid: the file may be truncated or edited. */
export function parseLine(line: string): OldEntry | null {
  const value = jsonIn(line);
  return isEntry(value) ? (value as OldEntry) : null;
}
