/** Log lines for systemd's journal: what is written to stderr goes there, the level in front of it as sd-daemon(3) has it. */
import { fstatSync } from 'node:fs';
import { logText, type Log, type LogLevel } from './log.ts';

const PRIORITIES: Readonly<Record<LogLevel, number>> = {
  CRITICAL: 2,
  ERROR: 3,
  WARNING: 4,
  INFO: 6,
  DEBUG: 7,
};

/** Bytes that may wait for a journal that does not read; further lines are dropped. */
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

/** Whether a descriptor is the stream of the journal that the service manager named (`JOURNAL_STREAM`, systemd.exec(5)). */
export function isJournald(stream: string | undefined, descriptor: number): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}
