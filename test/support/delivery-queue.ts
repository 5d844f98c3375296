/** Fills and empties the queue of a target in its tests. */
import { createQueue, type Queue, type QueueSetup } from '../../src/net/deliver/queue.ts';
import { createFakeClock } from './fake-clock.ts';

export const HOUR = 3_600_000;
/** When the clock begins. */
export const START = Date.UTC(2026, 0, 1);

interface Rig {
  queue: Queue;
  problems: string[];
}

export async function openQueue(setup: Partial<QueueSetup> = {}): Promise<Rig> {
  const problems: string[] = [];
  const queue = createQueue({
    folder: null,
    mostBytes: 1024 * 1024,
    maxAgeMs: HOUR,
    clock: createFakeClock(START),
    onProblem: (text) => void problems.push(text),
    ...setup,
  });
  await queue.load();
  return { queue, problems };
}

export const batch = (text: string, time = START) => ({ bytes: Buffer.from(text), samples: 2, time });

/** Removes all, oldest first. */
export async function drain(queue: Queue): Promise<string[]> {
  const texts: string[] = [];
  for (let first = await queue.first(); first !== null; first = await queue.first()) {
    texts.push(Buffer.from(first.bytes).toString());
    await queue.remove(first);
  }
  return texts;
}
