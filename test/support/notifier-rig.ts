/** Notifiers whose queues are in memory or in a folder. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { keptLog, notifyOptions, sampleNotice, sampleTarget } from './notify.ts';
import { createToldMemory } from './told-memory.ts';
import { temporaryTree } from './temporary-directory.ts';
import { createNotifier, type Notifier } from '../../src/alerts/notify/notifier.ts';
import { createQueue } from '../../src/net/deliver/queue.ts';
import type { NotifyOptions } from '../../src/alerts/notify/options.ts';
import type { Target } from '../../src/alerts/notify/target.ts';

export const hook = (url: string, name = 'ops', texts: Record<string, string> = {}): Target =>
  sampleTarget('webhook', { webhook_url: url, ...texts }, name);

interface Setup {
  clock?: FakeClock;
  folder?: string;
  options?: NotifyOptions;
}

export function open(
  targets: Target[],
  { clock = createFakeClock(), folder, options = notifyOptions() }: Setup = {},
) {
  const { lines, log } = keptLog();
  const notifier = createNotifier({
    targets,
    options,
    clock,
    log,
    folder: folder ?? null,
    random: () => 1,
    memory: createToldMemory(),
    current: () => null,
  });
  onTestFinished(() => notifier.stop());
  notifier.start();
  return { notifier, clock, lines };
}

export const kindsOf = (requests: readonly { body: string }[]): string[] =>
  requests.map(({ body }) => JSON.parse(body).kind);

/** Attempts of the batches that the next agent finds: in a copy, since loading a queue removes files that another one is creating. */
export async function waitingIn(folder: string, name = 'ops'): Promise<number[]> {
  const copy = temporaryTree();
  if (existsSync(join(folder, name))) cpSync(join(folder, name), copy, { recursive: true });
  const queue = createQueue({
    folder: copy,
    mostBytes: 1e6,
    maxAgeMs: Infinity,
    clock: createFakeClock(),
    onProblem: () => {},
  });
  await queue.load();
  const first = await queue.first();
  return queue.sequences().map((sequence) => (sequence === first?.sequence ? first.attempts : 0));
}

export const tellAll = (notifier: Notifier): void => {
  notifier.notify(sampleNotice('begin'));
  notifier.notify(sampleNotice('change', { state: 'CRITICAL' }));
  notifier.notify(sampleNotice('end', { state: 'CRITICAL' }));
};
