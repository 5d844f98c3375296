/** A module of users in a thread: it may hang or fail without the agent. */
import { messageOf } from '../../../core/message-of.ts';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Host } from '../../../core/host.ts';
import { absolutePath } from '../../../core/option-parse.ts';
import { MOST_BYTES, MOST_URL_BYTES } from '../bounds.ts';
import type { ModuleAnswer } from '../formats/module.ts';
import { plainWords } from '../sample.ts';
import { PLUGIN_MODULE, PROGRAM, type Question, type WorkerSetup } from './module-worker.ts';

const MOST_MEMORY_MB = 64;

export interface OpenedModule {
  /** Rejects with the reason, a sentence without a full stop; the thread is then begun anew. @param step of a test case */
  read(step?: number): Promise<ModuleAnswer>;
  close(): void;
}

/** View of the machine for a module. Each call rejects with the reason. */
export interface ModuleHost {
  readText(path: string): Promise<string>;
  run(argv: readonly string[]): Promise<string>;
  fetchText(url: string): Promise<string>;
}

interface ModuleSetup {
  readonly path: string;
  readonly options: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** @param step of a test case */
  hostOf(step: number): ModuleHost;
}

export function openModule({ path, options, timeoutMs, hostOf }: ModuleSetup): OpenedModule {
  let worker: Worker | null = null;
  const start = (): Worker => {
    const url = pathToFileURL(path).href;
    const workerData: WorkerSetup = { url, options, pluginModule: PLUGIN_MODULE };
    const made = new Worker(PROGRAM, {
      eval: true,
      workerData,
      env: {},
      execArgv: [],
      // Output of the module is discarded.
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
        const text = await answerOf(worker, hostOf(step), timeoutMs);
        if (text.length > MOST_BYTES) throw new Error(`it has read more than ${MOST_BYTES} characters`);
        const { error, declaration, reading } = JSON.parse(text) as ModuleAnswer & { error?: string };
        if (error !== undefined) throw new Error(plainWords(error));
        return { declaration, reading };
      } catch (error) {
        close();
        throw new Error(`${path} gave no numbers: ${messageOf(error)}`, { cause: error });
      }
    },
  };
}

/** Returns the reading of a thread, and answers its questions. */
function answerOf(worker: Worker, host: ModuleHost, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (work: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      work();
    };
    const onMessage = (message: string | Question): void => {
      if (typeof message === 'string') end(() => resolve(message));
      else void answer(worker, host, message);
    };
    const onError = (error: Error): void => end(() => reject(error));
    const onExit = (): void => end(() => reject(new Error('it has ended its thread')));
    const timer = setTimeout(
      () => end(() => reject(new Error(`it did not answer within ${timeoutMs} ms`))),
      timeoutMs,
    );
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    send(worker, {});
  });
}

async function answer(worker: Worker, host: ModuleHost, { id, kind, argument }: Question): Promise<void> {
  try {
    if (!KINDS.has(kind)) throw new Error('there is no such question');
    send(worker, { id, text: await host[kind](argument as never) });
  } catch (error) {
    send(worker, { id, reason: messageOf(error) });
  }
}

const KINDS: ReadonlySet<string> = new Set<Question['kind']>(['readText', 'run', 'fetchText']);

const send = (worker: Worker, message: object): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have none.
  worker.postMessage(message);

/** Returns the machine itself, with the bounds of sources. */
export const moduleHost = (host: Host, timeoutMs: number): ModuleHost => ({
  async readText(path) {
    const bytes = await host.readApart(absolutePath(path), MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) throw new Error(`${path} has more than ${MOST_BYTES / 1024} KiB`);
    return Buffer.from(bytes).toString('utf8');
  },
  async run(argv) {
    const [program = ''] = argv;
    const limits = { timeoutMs, maxBytes: MOST_BYTES, isNice: true, endsGroup: true };
    const { code, stdout, failure } = await host.run(argv.map(String), limits);
    if (code !== 0) throw new Error(failure ?? `${program} ended with exit code ${code}`);
    return stdout;
  },
  fetchText: (url) => host.fetchText(url, { timeoutMs, maxBytes: MOST_URL_BYTES }),
});

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
