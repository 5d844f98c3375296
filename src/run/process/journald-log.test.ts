import { closeSync, fstatSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createJournaldLog, isJournald } from './journald-log.ts';

function written(waiting = 0, debug = false) {
  const lines: string[] = [];
  const log = createJournaldLog(
    { writableLength: waiting, write: (text: string | Uint8Array) => lines.push(String(text)) > 0 },
    debug,
  );
  return { log, lines };
}

describe('the log in the journal', () => {
  it('has the level in front of every line, and lines of ours only', () => {
    const { log, lines } = written(0, true);
    for (const level of ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG'] as const)
      log.write(level, 'a\n<0>b');
    expect(lines).toEqual([2, 3, 4, 6, 7].map((priority) => `<${priority}>a <0>b\n`));
  });

  it('leaves details out unless asked for', () => {
    const { log, lines } = written();
    log.write('DEBUG', 'a');
    expect(lines).toEqual([]);
  });

  it('masks secrets', () => {
    const { log, lines } = written();
    log.write('INFO', 'http://me:hunter2@db1/');
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('drops lines that a journal at rest would make us keep', () => {
    const { log, lines } = written(64 * 1024);
    log.write('INFO', 'a');
    expect(lines).toEqual([]);
  });
});

it('knows the stream of the journal by its number', () => {
  const descriptor = openSync('/dev/null', 'r');
  const { dev, ino } = fstatSync(descriptor);
  expect(isJournald(`${dev}:${ino}`, descriptor)).toBe(true);
  expect(isJournald(`${dev}:${ino + 1}`, descriptor)).toBe(false);
  expect(isJournald(undefined, descriptor)).toBe(false);
  closeSync(descriptor);
  expect(isJournald(`${dev}:${ino}`, 999_999)).toBe(false);
});
