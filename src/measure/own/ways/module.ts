/** A module of users in a thread: it may hang or fail without the agent. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { MOST_BYTES } from '../bounds.ts';
import type { ModuleAnswer } from '../formats/module.ts';
import { plainWords } from '../sample.ts';
import { PLUGIN_MODULE, PROGRAM, type WorkerSetup } from './module-worker.ts';

const MOST_MEMORY_MB = 64;

export interface OpenedModule {
  /** Rejects with the reason, a sentence without a full stop; the thread is then begun anew. @param step of a test case */
  read(step?: number): Promise<ModuleAnswer>;
  close(): void;
}

export interface ModuleSetup extends Partial<Pick<WorkerSetup, 'recorded'>> {
  readonly path: string;
  readonly options: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export function openModule({ path, options, timeoutMs, recorded = null }: ModuleSetup): OpenedModule {
  let worker: Worker | null = null;
  const start = (): Worker => {
    const url = pathToFileURL(path).href;
    const workerData: WorkerSetup = {
      url,
      options,
      recorded,
      mostBytes: MOST_BYTES,
      pluginModule: PLUGIN_MODULE,
    };
    const made = new Worker(PROGRAM, {
      eval: true,
      workerData,
      env: {},
      execArgv: [],
      // What it prints is nobody's.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    // One that fails between two readings is seen at the next.
    made
      .on('error', () => {})
      .on('exit', () => {
        if (worker === made) worker = null;
      });
    made.unref();
    return made;
  };
  const close = (): void => {
    void worker?.terminate();
    worker = null;
  };
  return {
    close,
    async read(step = 1) {
      worker ??= start();
      try {
        const { error, declaration, reading } = JSON.parse(
          await answerOf(worker, step, timeoutMs),
        ) as ModuleAnswer & {
          error?: unknown;
        };
        if (typeof error === 'string') throw new Error(plainWords(error));
        return { declaration, reading };
      } catch (error) {
        close();
        throw new Error(
          `${path} gave no numbers: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      }
    },
  };
}

function answerOf(worker: Worker, step: number, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (work: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      work();
    };
    const onMessage = (text: unknown): void => end(() => resolve(String(text)));
    const onError = (error: unknown): void => end(() => reject(error as Error));
    const onExit = (): void => end(() => reject(new Error('it has ended its thread')));
    const timer = setTimeout(
      () => end(() => reject(new Error(`it did not answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have none.
    worker.postMessage(step);
  });
}

/** Words such as `host=localhost`. */
export const optionsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .flatMap((word): [string, string][] => {
        const at = word.indexOf('=');
        return at <= 0 ? [] : [[word.slice(0, at), word.slice(at + 1)]];
      }),
  );
