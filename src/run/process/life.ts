/** Life cycle of this process: signals, reloads and its end. */
import { messageOf } from '../../core/message-of.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitNow, hasHangingCall, type KernelCalls } from '../../measure/host/exit-now.ts';
import { EXIT_FAILURE } from '../../core/errors.ts';
import { forTerminal } from '../../show/text/text.ts';
import type { Log } from './log.ts';

export interface Life {
  /** Aborted when a signal stops this process. */
  readonly stopped: Promise<void>;
  /** Registers a function for the end of the process; all together have two seconds. */
  atEnd(close: () => Promise<void> | void): void;
  /** Registers calls that would keep the process from ending. */
  watch(calls: KernelCalls): void;
  /** Registers the action of SIGHUP, and runs it for an earlier signal. Only without a terminal. */
  onReload(reload: () => Promise<void>): void;
  end(code: number): Promise<never>;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Includes a second for running requests. */
const CLOSE_TIMEOUT_MS = 2000;

/** @param hasTerminal SIGHUP means its closing, and ends the process; a service without one reloads */
export function createLife(process: NodeJS.Process, log: Log, hasTerminal: boolean): Life {
  // The timers of the clock do not keep a process alive by themselves.
  setInterval(() => {}, 2 ** 30);
  const closers: (() => Promise<void> | void)[] = [];
  let calls: KernelCalls = { pending: () => [], hangs: () => [] };
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));

  const end = async (code: number): Promise<never> => {
    const closing = Promise.allSettled(closers.map(async (close) => close()));
    await Promise.race([closing, sleep(CLOSE_TIMEOUT_MS)]);
    const isHanging = await hasHangingCall(calls);
    log.close();
    return exitNow(code, isHanging);
  };

  const stopAt = (signal: NodeJS.Signals): void =>
    void process.once(signal, () => {
      log.write('INFO', `${signal} received`);
      stop();
    });
  SIGNALS.forEach(stopAt);
  let reload: (() => Promise<void>) | null = null;
  /** SIGHUP arrived before an action was registered. */
  let isReloadDue = false;
  if (hasTerminal) stopAt('SIGHUP');
  else
    process.on('SIGHUP', () => {
      log.write('INFO', 'SIGHUP received');
      isReloadDue = reload === null;
      void reload?.();
    });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      const message = messageOf(error);
      log.write('CRITICAL', error instanceof Error ? (error.stack ?? message) : message);
      if (!log.isOnStderr)
        process.stderr.write(`gander: an unexpected error ended the program: ${forTerminal(message)}\n`);
      void end(EXIT_FAILURE);
    });
  }
  // The reader of the output has closed it (`gander --stdout cpu | head`).
  process.stdout.on('error', () => stop());

  const onReload = (next: () => Promise<void>): void => {
    reload = next;
    if (isReloadDue) void next();
  };
  return {
    stopped,
    onReload,
    atEnd: (close) => void closers.push(close),
    watch: (those) => (calls = those),
    end,
  };
}
