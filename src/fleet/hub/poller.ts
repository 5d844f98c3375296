/**
 * Polls servers concurrently at their own pace. Hanging servers delay no others: a slow poll stops counting as running, and servers
 * that failed last time have their own limit.
 */
import type { Clock } from '../../core/host.ts';
import type { Server } from './server.ts';
import type { PollOutcome, ServerState } from './state.ts';
import type { Table } from './table.ts';

interface PollerSetup {
  table: Pick<Table, 'find' | 'take'>;
  clock: Clock;
  refreshMs: number;
  /** Looks at a server; must not throw for what the server does. */
  poll(server: Server, signal: AbortSignal): Promise<PollOutcome>;
  /** Told of errors that are the program's own fault. */
  onFault(error: unknown): void;
  /** From 0 to 1. */
  random?: () => number;
}

interface Poller {
  /** Looks at a server soon, and from then on at its pace. */
  add(server: Server): void;
  remove(server: Server): void;
  /** Somebody watches, for a while. */
  touch(): void;
  keepActive(): () => void;
  /** Milliseconds between two polls a server that answers. */
  paceMs(): number;
  stop(): void;
}

interface Slot {
  server: Server;
  dueAt: number;
  running: AbortController | null;
  /** Counts among the polls under way. */
  isPrompt: boolean;
}

/** Looks at once, while they are young. */
const MOST_PROMPT = 64;
/** A poll that takes longer makes room for others. */
const PROMPT_MS = 250;
/** All polls at once, and those at servers that did not answer last time. */
const MOST = 512;
const MOST_DOUBTFUL = 256;
/** Servers are polled at full pace for so long after somebody asked. */
const WATCHED_MS = 300_000;
/** Looks that are due within so long begin together. */
const TICK_MS = 20;

export function createPoller(setup: PollerSetup): Poller {
  const { table, clock, refreshMs, poll, onFault, random = Math.random } = setup;
  const slots = new Map<string, Slot>();
  let watchers = 0;
  let watchedUntil = -Infinity;
  let prompt = 0;
  let running = 0;
  let doubtful = 0;
  let timer: { cancel: () => void; at: number } | null = null;
  let isStopped = false;

  const isWatched = (): boolean => watchers > 0 || watchedUntil > clock.monotonic();

  const run = async (slot: Slot): Promise<void> => {
    const { server } = slot;
    const controller = new AbortController();
    const startedAt = clock.monotonic();
    const isDoubtful = (table.find(server.id)?.failures ?? 0) > 0;
    slot.running = controller;
    slot.isPrompt = true;
    running += 1;
    prompt += 1;
    if (isDoubtful) doubtful += 1;
    const settle = (): void => {
      if (!slot.isPrompt) return;
      slot.isPrompt = false;
      prompt -= 1;
      plan();
    };
    const cancel = clock.setTimer(settle, PROMPT_MS);
    try {
      const outcome = await poll(server, controller.signal);
      if (!controller.signal.aborted) table.take(server, outcome);
    } catch (error) {
      onFault(error);
    }
    cancel();
    running -= 1;
    if (isDoubtful) doubtful -= 1;
    slot.running = null;
    const state = table.find(server.id);
    if (state !== undefined)
      slot.dueAt = startedAt + jittered(paceOf(state, refreshMs, isWatched()), random());
    if (slot.isPrompt) settle();
    else plan();
  };

  const hasRoom = ({ server }: Slot): boolean =>
    prompt < MOST_PROMPT &&
    running < MOST &&
    (doubtful < MOST_DOUBTFUL || (table.find(server.id)?.failures ?? 0) === 0);

  const tick = (): void => {
    timer = null;
    const now = clock.monotonic();
    const due = [...slots.values()].filter((slot) => slot.running === null && slot.dueAt <= now);
    due.sort((a, b) => a.dueAt - b.dueAt);
    for (const slot of due) if (hasRoom(slot)) void run(slot);
    plan();
  };

  /** Wakes up for the next poll that there is room for. */
  const plan = (): void => {
    if (isStopped) return;
    let next = Infinity;
    for (const slot of slots.values())
      if (slot.running === null && slot.dueAt < next && hasRoom(slot)) next = slot.dueAt;
    if (next === Infinity || (timer !== null && timer.at <= next)) return;
    timer?.cancel();
    const wait = Math.max(TICK_MS, next - clock.monotonic());
    timer = { cancel: clock.setTimer(tick, wait), at: clock.monotonic() + wait };
  };

  /** Looks that were put off for lack of interest are spread over the time of one round. */
  const wake = (): void => {
    if (isWatched()) return;
    const now = clock.monotonic();
    const spread = firstSpread(slots.size, refreshMs);
    for (const slot of slots.values())
      if ((table.find(slot.server.id)?.failures ?? 0) < 2)
        slot.dueAt = Math.min(slot.dueAt, now + random() * spread);
  };

  return {
    add(server) {
      const dueAt = clock.monotonic() + random() * firstSpread(slots.size + 1, refreshMs);
      slots.set(server.id, { server, dueAt, running: null, isPrompt: false });
      plan();
    },
    remove(server) {
      const slot = slots.get(server.id);
      if (slot?.server !== server) return;
      slots.delete(server.id);
      slot.running?.abort();
    },
    touch() {
      wake();
      watchedUntil = clock.monotonic() + WATCHED_MS;
      plan();
    },
    keepActive() {
      wake();
      watchers += 1;
      plan();
      let isHeld = true;
      return () => {
        if (isHeld) watchers -= 1;
        isHeld = false;
        watchedUntil = clock.monotonic() + WATCHED_MS;
      };
    },
    paceMs: () => paceOf({ failures: 0 }, refreshMs, isWatched()),
    stop() {
      isStopped = true;
      timer?.cancel();
      for (const { running: controller } of slots.values()) controller?.abort();
    },
  };
}

/** Milliseconds between polls while nobody watches, and at servers that have not answered for long. */
const SLOW_MS = 60_000;
const CONFIRMED = 3;

/** Milliseconds from one poll to the next, before jitter. @param refreshMs what is configured */
export function paceOf(
  { failures }: Pick<ServerState, 'failures'>,
  refreshMs: number,
  isWatched: boolean,
): number {
  const slowest = Math.max(SLOW_MS, refreshMs);
  // Whether a server is offline is known after three attempts, watched or not.
  if (!isWatched) return failures > 0 && failures < CONFIRMED ? Math.min(refreshMs, slowest) : slowest;
  // The first failure may be a restart.
  return failures < 2 ? refreshMs : Math.min(slowest, refreshMs * 2 ** Math.min(failures - 1, 16));
}

/** A tenth more or less, so that servers that were started together drift apart. @param random from 0 to 1 */
export const jittered = (ms: number, random: number): number => ms * (0.9 + 0.2 * random);

/** Milliseconds over which the first polls are spread. */
export const firstSpread = (servers: number, refreshMs: number): number => Math.min(refreshMs, servers * 4);
