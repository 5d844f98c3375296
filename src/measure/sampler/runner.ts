/** Reads one plugin: isolates its failures, bounds its time and reports its state. */
import type { PluginValue } from '../../core/served.ts';
import { absentPath, explained } from '../../core/explain.ts';
import type { Clock } from '../../core/host.ts';
import { Unsupported, type MaybePromise, type Plugin, type PluginContext } from '../../core/plugin.ts';
import type { Options } from '../../core/options.ts';
import type { SeriesName } from '../../core/series-name.ts';
import { createShaper, type Recorder } from '../../core/shaper.ts';
import {
  inEnglish,
  plain,
  type Reason,
  type Said,
  saidOf,
  say,
  together,
  verbatim,
} from '../../core/said.ts';
import { inSlices } from '../../core/slice.ts';
import { whenMade } from '../../core/when-made.ts';
import { type Fetching, readFetched } from '../../core/fetched.ts';
import { NO_SHORTAGES, type Shortages } from './shortages.ts';
import type { Store } from '../../core/store/store.ts';

/** `unsupported`: the host has nothing to show, or lacks a file that is read; `failing`: the last read threw; `stalled`: a read overran its deadline. */
export type Health = 'ok' | 'unsupported' | 'failing' | 'stalled';

export interface Runner {
  readonly plugin: Plugin;
  readonly health: Health;
  /** Why it is not ok, or what a working plugin lacks; null: none. */
  readonly reason: string | null;
  /** The same as data. */
  readonly said: Said | null;
  /** Duration of the last complete read in milliseconds. */
  readonly durationMs: number | null;
  /** Monotonic start time of the last read. */
  readonly startedAt: number | null;
  /** Monotonic time at which the read of the present snapshot was started; null before the first. */
  readonly sampledAt: number | null;
  /** Consecutive reads that found the host to lack what the plugin shows. */
  readonly absences: number;
  /** A read is under way. */
  readonly busy: boolean;
  /** Reads once and commits the result; never rejects. Does nothing while an earlier read hangs. */
  run(recorded: boolean): MaybePromise<void>;
  notice(topic: string, reason: Reason | null): void;
}

export interface RunnerSetup {
  plugin: Plugin;
  clock: Clock;
  store: Store;
  /** Samples `_mean` covers. */
  meanSamples: number;
  /** Logical cores of the machine; default: unknown. */
  cores?: number;
  /** Stands for the time since the previous sample at the first one. */
  refreshSeconds: number;
  context: Omit<PluginContext<Options>, 'notice' | 'refresh'>;
  /** Files that are fetched before each read; default: its reads may block. */
  files?: RunnerFiles | null;
  shortages?: Shortages;
  onHealth(plugin: string, health: Health, reason: string | null): void;
}

export interface RunnerFiles extends Fetching {
  /** Paths that have not answered yet. */
  awaited(): string[];
}

/** Start of a read. */
interface Start {
  at: number;
  /** Shortages so far. */
  shortage: number;
}

const DEADLINE_SECONDS = 10;
/** Notices of a plugin, and characters of each. */
const MOST_NOTICES = 16;
const LONGEST_NOTICE = 1000;
/** Most paths that are named. */
const NAMED = 2;

function overrun(limit: number, awaited: readonly string[]): Said {
  const all = [...new Set(awaited)];
  const late = say('reading did not end within {limit} s', { limit });
  const values = { late, paths: all.slice(0, NAMED), more: all.length - NAMED };
  if (all.length === 0) return late;
  if (all.length === 1) return say('{late}: {paths} does not answer', values);
  return all.length > NAMED
    ? say('{late}: {paths} and {more} more do not answer', values)
    : say('{late}: {paths} do not answer', values);
}

/** A reason is for people. */
function bounded(reason: Reason): Said {
  const text = plain(reason);
  return text.length > LONGEST_NOTICE ? verbatim(`${text.slice(0, LONGEST_NOTICE - 1)}…`) : saidOf(reason);
}

export function createRunner(setup: RunnerSetup): Runner {
  const { plugin, clock, store, files = null, shortages = NO_SHORTAGES } = setup;
  const shaper = createShaper(plugin, setup.meanSamples, setup.cores);
  const notices = new Map<string, Said>();
  let reader: { read(): MaybePromise<PluginValue> } | null = null;
  let health: Health = 'ok';
  let fault: Said | null = null;
  let durationMs: number | null = null;
  let startedAt: number | null = null;
  let committedAt: number | null = null;
  /** Path that the last read did not find. */
  let absent: string | null = null;
  let absences = 0;
  let busy = false;

  const setHealth = (next: Health, said: Said | null): void => {
    const reason = said && inEnglish(said);
    const changed = next !== health || reason !== (fault && inEnglish(fault));
    health = next;
    fault = said;
    if (changed) setup.onHealth(plugin.name, next, reason);
  };

  const publish = (reading: PluginValue, start: number, recorded: boolean): MaybePromise<void> => {
    const seconds = Math.max(
      committedAt === null ? setup.refreshSeconds : (start - committedAt) / 1000,
      0.001,
    );
    const history = store.history(plugin.name);
    const names: SeriesName[] = [];
    const values: number[] = [];
    const record: Recorder = (series, value) => {
      if (!recorded || !history.expect(series)) return;
      names.push(series);
      values.push(value);
    };
    // Nobody sees half a sample: values are buffered until all items are complete, and recording them is quick.
    return whenMade(inSlices(shaper.shape(reading, seconds, record)), (value) => {
      const time = clock.now();
      if (recorded) history.begin(time);
      for (let at = 0; at < names.length; at += 1)
        history.take(names[at] as SeriesName, values[at] as number);
      store.commit(plugin.name, value, time);
      committedAt = start;
    });
  };

  /** `Unsupported` clears the snapshot, at once: null is never long. Any other error keeps the last one. */
  const failed = (error: unknown, start: number): void => {
    absences = isUnsupported(error) ? absences + 1 : 0;
    if (absences === 0) return setHealth('failing', explained(error));
    if (health !== 'unsupported' && committedAt !== null) void publish(null, start, false);
    setHealth('unsupported', explained(error));
  };

  /** A missing file may be irrelevant: it may have disappeared between list and read. */
  const isUnsupported = (error: unknown): boolean => {
    const [before, path] = [absent, absentPath(error)];
    absent = path;
    return error instanceof Unsupported || (path !== null && (committedAt === null || path === before));
  };

  const succeeded = (start: number): void => {
    absent = null;
    absences = 0;
    durationMs = clock.monotonic() - start;
    setHealth('ok', null);
  };

  const settle = (
    reading: PluginValue,
    { at: start, shortage }: Start,
    recorded: boolean,
  ): MaybePromise<void> => {
    try {
      if (shortages.count !== shortage) throw shortages.last;
      const published = publish(reading, start, recorded);
      if (published instanceof Promise)
        return published.then(
          () => succeeded(start),
          (error) => failed(error, start),
        );
      succeeded(start);
    } catch (error) {
      failed(error, start);
    }
  };

  /** Waits for a read until its deadline; a later result is dropped, and until it arrives no other starts. */
  const awaitRead = async (pending: Promise<PluginValue>, start: Start, recorded: boolean): Promise<void> => {
    const limit = plugin.deadline ?? DEADLINE_SECONDS;
    let isLate = false;
    busy = true;
    const done = pending
      .then(
        (reading) => isLate || settle(reading, start, recorded),
        (error) => isLate || failed(error, start.at),
      )
      .finally(() => (busy = false));
    await new Promise<void>((resolve) => {
      const cancel = clock.setTimer(() => {
        isLate = true;
        setHealth('stalled', overrun(limit, files?.awaited() ?? []));
        resolve();
      }, limit * 1000);
      void done.then(() => {
        cancel();
        resolve();
      });
    });
  };

  const readNow = (): MaybePromise<PluginValue> => {
    reader ??= plugin.create({ ...setup.context, notice, refresh: setup.refreshSeconds });
    return reader.read();
  };

  const notice = (topic: string, reason: Reason | null): void => {
    if (reason === null) notices.delete(topic);
    else if (notices.has(topic) || notices.size < MOST_NOTICES) notices.set(topic, bounded(reason));
  };

  const reasonNow = () => together([fault, shaper.reason, ...notices.values()].filter((one) => one !== null));

  return {
    plugin,
    get health() {
      return health;
    },
    get reason() {
      const said = reasonNow();
      return said && inEnglish(said);
    },
    get said() {
      return reasonNow();
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
        const reading = files === null ? readNow() : readFetched(files, readNow);
        if (reading instanceof Promise) return awaitRead(reading, start, recorded);
        const settled = settle(reading, start, recorded);
        if (settled === undefined) return;
        busy = true;
        return settled.finally(() => (busy = false));
      } catch (error) {
        failed(error, start.at);
      }
    },
    notice,
  };
}
