import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLife } from './life.ts';

/** A process with manual signals; whether it was stopped, and its log. */
function living(hasTerminal: boolean) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const process = Object.assign(new EventEmitter(), { stdout: new EventEmitter() });
  const lines: string[] = [];
  const log = { write: (level: string, text: string) => void lines.push(`${level} ${text}`), close() {} };
  const { stopped, onReload } = createLife(process as unknown as NodeJS.Process, log, hasTerminal);
  return {
    process,
    lines,
    onReload,
    isStopped: () => Promise.race([stopped.then(() => true), afterThat(false)]),
  };
}

/** Comes after promises that are settled already. */
const afterThat = async <T>(value: T): Promise<T> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return value;
};

describe('SIGHUP', () => {
  it('has a service reload, each time, also when it came during the start', async () => {
    const { process, lines, isStopped, onReload } = living(false);
    let reloads = 0;
    process.emit('SIGHUP');
    onReload(async () => void (reloads += 1));
    expect(reloads).toBe(1);
    for (let time = 0; time < 2; time += 1) process.emit('SIGHUP');
    expect(await isStopped()).toBe(false);
    expect([reloads, lines]).toEqual([3, Array(3).fill('INFO SIGHUP received')]);
  });

  it('ends a process whose terminal has been closed', async () => {
    const { process, lines, isStopped } = living(true);
    process.emit('SIGHUP');
    expect(await isStopped()).toBe(true);
    expect(lines).toEqual(['INFO SIGHUP received']);
  });
});

it.each(['SIGTERM', 'SIGINT'])('%s ends a service', async (signal) => {
  const { process, isStopped } = living(false);
  expect(await isStopped()).toBe(false);
  process.emit(signal);
  expect(await isStopped()).toBe(true);
});
