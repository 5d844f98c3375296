/** A bounded job queue with a concurrency limit; jobs of one kind never overlap. */

export interface Job {
  /** Jobs of one kind run one after the other, in their order. */
  readonly kind: string;
  /** Must not reject. */
  run(): Promise<void>;
}

interface ActionQueue {
  /** False if the queue is full; the job is then dropped. */
  add(job: Job): boolean;
  /** True while a job of this kind is queued or running. */
  has(kind: string): boolean;
}

/**
 * @param concurrency running jobs
 * @param capacity waiting jobs
 */
export function createQueue(concurrency: number, capacity: number): ActionQueue {
  const running = new Set<string>();
  const waiting: Job[] = [];

  const start = (job: Job): void => {
    running.add(job.kind);
    void job.run().finally(() => {
      running.delete(job.kind);
      next();
    });
  };
  const next = (): void => {
    if (running.size >= concurrency) return;
    const index = waiting.findIndex(({ kind }) => !running.has(kind));
    const [job] = index === -1 ? [] : waiting.splice(index, 1);
    if (job === undefined) return;
    start(job);
    next();
  };

  return {
    add(job) {
      if (waiting.length >= capacity) return false;
      waiting.push(job);
      next();
      return true;
    },
    has: (kind) => running.has(kind) || waiting.some((job) => job.kind === kind),
  };
}
