/** Background jobs of plugins, each with its own interval. */
import type { Clock } from '../../../core/host.ts';
import { explain } from '../../../core/explain.ts';

interface CheckSetup {
  clock: Clock;
  /** Asks for another read of the plugin; see `PluginContext`. */
  again(ms: number): void;
  /** Most concurrent jobs. */
  concurrency: number;
  /** Least pause after a run, in multiples of its duration; default: none. */
  rest?: number;
}

export interface ScheduledCheck {
  /** Milliseconds until it is due; negative when it should have been started; null while it runs. */
  dueIn(): number | null;
  /** Error of its last run; null: none. */
  readonly failure: string | null;
}

export interface Checks {
  /** Adds a job that is due at once and never runs concurrently with itself. */
  add(refreshSeconds: number, run: () => Promise<void>): ScheduledCheck;
  /** Starts due jobs and schedules the next call. To be called at every read. */
  step(): void;
}

/** Results that arrive close to each other are shown together. */
const GATHER_MS = 100;

interface State extends ScheduledCheck {
  failure: string | null;
  isRunning: boolean;
  dueAt: number;
  readonly refreshMs: number;
  readonly run: () => Promise<void>;
}

export function createChecks({ clock, again, concurrency, rest = 0 }: CheckSetup): Checks {
  const states: State[] = [];
  let running = 0;

  const start = async (state: State): Promise<void> => {
    const startedAt = clock.monotonic();
    state.isRunning = true;
    running += 1;
    try {
      await state.run();
      state.failure = null;
    } catch (error) {
      state.failure = explain(error);
    }
    const now = clock.monotonic();
    state.dueAt = Math.max(startedAt + state.refreshMs, now + (now - startedAt) * rest);
    state.isRunning = false;
    running -= 1;
    again(GATHER_MS);
  };

  return {
    add(refreshSeconds, run) {
      const state: State = {
        failure: null,
        isRunning: false,
        dueAt: clock.monotonic(),
        refreshMs: refreshSeconds * 1000,
        run,
        dueIn: () => (state.isRunning ? null : state.dueAt - clock.monotonic()),
      };
      states.push(state);
      return state;
    },
    step() {
      const now = clock.monotonic();
      const waiting = states.filter(({ isRunning }) => !isRunning).sort((a, b) => a.dueAt - b.dueAt);
      const due = waiting.filter(({ dueAt }) => dueAt <= now);
      for (const state of due.slice(0, concurrency - running)) void start(state);
      const next = waiting.find(({ dueAt }) => dueAt > now);
      if (next) again(next.dueAt - now);
    },
  };
}
