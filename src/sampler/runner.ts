/** Reads one plugin: isolates its failures, bounds its time, and says how it is. */
import { absentPath, explain } from '../core/explain.ts';
import type { Clock } from '../core/host.ts';
import { Unsupported, type MaybePromise, type Plugin, type PluginContext } from '../core/plugin.ts';
import type { Options } from '../core/options.ts';
import { createShaper } from '../core/shaper.ts';
import { NO_SHORTAGES, type Shortages } from './shortages.ts';
import type { Store } from '../store/store.ts';

/** `unsupported`: the host has nothing to show, or lacks a file that is read; `failing`: the last read threw; `stalled`: a read overran its deadline. */
export type Health = 'ok' | 'unsupported' | 'failing' | 'stalled';

export interface Runner {
  readonly plugin: Plugin;
  readonly health: Health;
  /** Why it is not ok, and what a working plugin lacks; null when there is nothing to say. */
  readonly reason: string | null;
  /** Milliseconds the last complete read took. */
  readonly durationMs: number | null;
  /** Monotonic time of the last read that was started. */
  readonly startedAt: number | null;
  /** Monotonic time at which the read of the present snapshot was started; null before the first. */
  readonly sampledAt: number | null;
  /** Reads in a row that found nothing that this host could show. */
  readonly absences: number;
  /** A read is under way. */
  readonly busy: boolean;
  /** Reads once and commits the result; never rejects. Does nothing while an earlier read hangs. */
  run(recorded: boolean): MaybePromise<void>;
  notice(topic: string, text: string | null): void;
}

export interface RunnerSetup {
  plugin: Plugin;
  clock: Clock;
  store: Store;
  /** Samples `_mean` covers. */
  meanSamples: number;
  /** Stands for the time since the previous sample at the first one. */
  refreshSeconds: number;
  context: Omit<PluginContext<Options>, 'notice' | 'refresh'>;
  shortages?: Shortages;
  onHealth(plugin: string, health: Health, reason: string | null): void;
}

/** The moment in which a read begins. */
interface Start {
  at: number;
  /** Shortages met until then. */
  shortage: number;
}

const DEADLINE_SECONDS = 10;

export function createRunner(setup: RunnerSetup): Runner {
  const { plugin, clock, store, shortages = NO_SHORTAGES } = setup;
  const shaper = createShaper(plugin, setup.meanSamples);
  const notices = new Map<string, string>();
  let reader: { read(): MaybePromise<unknown> } | null = null;
  let health: Health = 'ok';
  let fault: string | null = null;
  let durationMs: number | null = null;
  let startedAt: number | null = null;
  let committedAt: number | null = null;
  /** Path of the file that the last read did not find. */
  let absent: string | null = null;
  let absences = 0;
  let busy = false;

  const setHealth = (next: Health, reason: string | null): void => {
    const changed = next !== health || reason !== fault;
    health = next;
    fault = reason;
    if (changed) setup.onHealth(plugin.name, next, reason);
  };

  const publish = (reading: unknown, start: number, recorded: boolean): void => {
    const seconds = committedAt === null ? setup.refreshSeconds : (start - committedAt) / 1000;
    const time = clock.now();
    const history = store.history(plugin.name);
    if (recorded) history.begin(time);
    const record = recorded ? history.record.bind(history) : () => {};
    const value = shaper.shape(reading, Math.max(seconds, 0.001), record);
    store.commit(plugin.name, value, time);
    committedAt = start;
  };

  /** `Unsupported` clears the snapshot; any other error keeps the last one. */
  const failed = (error: unknown, start: number): void => {
    absences = isUnsupported(error) ? absences + 1 : 0;
    if (absences === 0) return setHealth('failing', explain(error));
    if (health !== 'unsupported' && committedAt !== null) publish(null, start, false);
    setHealth('unsupported', explain(error));
  };

  /** A file that is not there need not be a plugin's concern. Once it may have gone between being listed and being read. */
  const isUnsupported = (error: unknown): boolean => {
    const [before, path] = [absent, absentPath(error)];
    absent = path;
    return error instanceof Unsupported || (path !== null && (committedAt === null || path === before));
  };

  const settle = (reading: unknown, { at: start, shortage }: Start, recorded: boolean): void => {
    try {
      if (shortages.count !== shortage) throw shortages.last;
      publish(reading, start, recorded);
      absent = null;
      absences = 0;
      durationMs = clock.monotonic() - start;
      setHealth('ok', null);
    } catch (error) {
      failed(error, start);
    }
  };

  /** Waits for a read as long as its deadline; a later result is dropped, and until then nothing is started. */
  const awaitRead = async (pending: Promise<unknown>, start: Start, recorded: boolean): Promise<void> => {
    const limit = plugin.deadline ?? DEADLINE_SECONDS;
    let overrun = false;
    busy = true;
    const done = pending
      .then(
        (reading) => overrun || settle(reading, start, recorded),
        (error) => overrun || failed(error, start.at),
      )
      .finally(() => (busy = false));
    await new Promise<void>((resolve) => {
      const cancel = clock.setTimer(() => {
        overrun = true;
        setHealth('stalled', `reading did not end within ${limit} s`);
        resolve();
      }, limit * 1000);
      void done.then(() => {
        cancel();
        resolve();
      });
    });
  };

  const notice = (topic: string, text: string | null): void => {
    if (text === null) notices.delete(topic);
    else notices.set(topic, text);
  };

  return {
    plugin,
    get health() {
      return health;
    },
    get reason() {
      const parts = fault === null ? [...notices.values()] : [fault, ...notices.values()];
      return parts.length === 0 ? null : parts.join('; ');
    },
    get durationMs() {
      return durationMs;
    },
    get startedAt() {
      return startedAt;
    },
    get sampledAt() {
      return committedAt;
    },
    get absences() {
      return absences;
    },
    get busy() {
      return busy;
    },
    run(recorded) {
      if (busy) return;
      const start: Start = { at: clock.monotonic(), shortage: shortages.count };
      startedAt = start.at;
      try {
        reader ??= plugin.create({ ...setup.context, notice, refresh: setup.refreshSeconds });
        const reading = reader.read();
        if (reading instanceof Promise) return awaitRead(reading, start, recorded);
        settle(reading, start, recorded);
      } catch (error) {
        failed(error, start.at);
      }
    },
    notice,
  };
}
