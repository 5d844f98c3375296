import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLife } from './process-life.ts';

/** A process that gets signals by hand; whether it was told to stop, and its log. */
function living(hasTerminal: boolean) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const process = Object.assign(new EventEmitter(), { stdout: new EventEmitter() });
  const lines: string[] = [];
  const log = { write: (level: string, text: string) => void lines.push(`${level} ${text}`), close() {} };
  const { stopped } = createLife(process as unknown as NodeJS.Process, log, hasTerminal);
  return { process, lines, isStopped: () => Promise.race([stopped.then(() => true), afterThat(false)]) };
}

/** Comes after promises that are settled already. */
const afterThat = async <T>(value: T): Promise<T> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return value;
};

describe('SIGHUP', () => {
  it('leaves a service running, each time, and says in the log how a configuration is applied', async () => {
    const { process, lines, isStopped } = living(false);
    for (let time = 0; time < 2; time += 1) expect(process.emit('SIGHUP')).toBe(true);
    expect(await isStopped()).toBe(false);
    const line = expect.stringMatching(/^WARNING SIGHUP received: .*; restart Gander to apply/) as string;
    expect(lines).toEqual([line, line]);
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
