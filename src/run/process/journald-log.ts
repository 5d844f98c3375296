/** Log lines for systemd's journal: written to stderr, with levels as in sd-daemon(3). */
import { fstatSync } from 'node:fs';
import { logText, type Log, type LogLevel } from './log.ts';

const PRIORITIES: Readonly<Record<LogLevel, number>> = {
  CRITICAL: 2,
  ERROR: 3,
  WARNING: 4,
  INFO: 6,
  DEBUG: 7,
};

/** Most bytes that wait for a slow journal; further lines are dropped. */
const MAX_WAITING = 64 * 1024;

export function createJournaldLog(
  stderr: Pick<NodeJS.WriteStream, 'write' | 'writableLength'>,
  debug: boolean,
): Log {
  return {
    isOnStderr: true,
    write(level, text) {
      if (level === 'DEBUG' && !debug) return;
      if (stderr.writableLength < MAX_WAITING) stderr.write(`<${PRIORITIES[level]}>${logText(text)}\n`);
    },
    close() {},
  };
}

/** True if a descriptor is the journal's stream named in `JOURNAL_STREAM` (systemd.exec(5)). */
export function isJournald(stream: string | undefined, descriptor: number): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    // A closed descriptor is not the journal.
    return false;
  }
}
