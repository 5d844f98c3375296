/** Calls an external service regularly; it raises an alarm when the calls stop (a dead man's switch). */
import { dateOf } from '../../core/date-of.ts';
import type { Clock } from '../../core/host.ts';
import { service } from '../../core/parts/service.ts';
import { basicOf } from '../../net/transport/basic.ts';
import { serverOf } from '../../net/transport/exchange.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { request } from '../../net/transport/transport.ts';

interface HeartbeatState {
  /** Host of the service; the full address is secret. */
  readonly target: string;
  readonly state: 'starting' | 'ok' | 'failing';
  /** Why the last call failed. */
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly last_success: number | null;
  readonly last_try: number | null;
  readonly next_try: number | null;
}

export interface Heartbeat {
  state(): HeartbeatState;
  /** Calls at once, then regularly. */
  start(): void;
  /** Stops calling and aborts the current call. */
  stop(): void;
}
export const Heartbeat = service<Heartbeat>('heartbeat');

interface HeartbeatSetup {
  url: URL;
  everyMs: number;
  clock: Pick<Clock, 'now' | 'monotonic' | 'setTimer'>;
  log(severity: 'INFO' | 'WARNING', text: string): void;
}

const TIMEOUT_MS = 10_000;
/** Failed calls are repeated sooner. */
const RETRY_MS = 30_000;

export function createHeartbeat({ url, everyMs, clock, log }: HeartbeatSetup): Heartbeat {
  const target = serverOf(url);
  const ending = new AbortController();
  let cancel = (): void => {};
  let state: Omit<HeartbeatState, 'next_try'> = {
    target,
    state: 'starting',
    reason: null,
    last_success: null,
    last_try: null,
  };
  /** Of the next call, in monotonic milliseconds. */
  let dueAt: number | null = null;

  const call = async (): Promise<void> => {
    const last_try = Math.round(clock.now());
    const reason = await problemOf(url, target, ending.signal);
    if (ending.signal.aborted) return;
    const wait = reason === null ? everyMs : Math.min(everyMs, RETRY_MS);
    if (reason === null && state.state === 'failing') log('INFO', `The heartbeat reaches ${target} again.`);
    else if (reason !== null && state.state !== 'failing')
      log('WARNING', `The heartbeat does not reach its service: ${reason}.`);
    state = {
      target,
      state: reason === null ? 'ok' : 'failing',
      reason,
      last_success: reason === null ? last_try : state.last_success,
      last_try,
    };
    dueAt = clock.monotonic() + wait;
    cancel = clock.setTimer(() => void call(), wait);
  };
  return {
    state: () => ({ ...state, next_try: dueAt === null ? null : dateOf(clock, dueAt) }),
    start: () => void call(),
    stop() {
      cancel();
      ending.abort();
    },
  };
}

/** Null on success. Messages name only the host of the address. */
async function problemOf(url: URL, name: string, signal: AbortSignal): Promise<string | null> {
  try {
    const authorization = basicOf(url);
    const { status } = await request({
      url,
      name,
      headers: { 'user-agent': 'gander', ...(authorization !== null && { authorization }) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: 0,
      wantsBody: () => false,
      signal,
    });
    return status >= 200 && status < 300 ? null : `${name} answers with status ${status}`;
  } catch (error) {
    return error instanceof RequestError ? error.message : `${name} cannot be called`;
  }
}
