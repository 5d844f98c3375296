/** The terminal itself: set up at the start, restored at every end. */
import { readFileSync, writeSync } from 'node:fs';
import { parsePidStat } from '../../measure/linux/pid-stat.ts';
import { createDecoder, type Input } from './input/decode.ts';

export interface Tty {
  readonly size: { width: number; height: number };
  write(bytes: string): void;
  /** Rings, flashes, or does nothing: as the terminal is set. */
  onInput: (input: Input) => void;
  /** Called when the size has changed or the terminal is back, and everything must be drawn. */
  onFresh: () => void;
  /** Called when the terminal is gone. */
  onGone: () => void;
  take(): void;
  /** Gives it back; may be called at any time, any number of times. */
  release(): void;
  /** Stops the processes of this job, as Ctrl-Z does elsewhere, and comes back when they go on. */
  suspend(): void;
}

const CSI = '\u001B[';
/** Alternate screen (1049), no cursor (25), pastes in brackets (2004). */
const ENTER = `${CSI}?1049h${CSI}?25l${CSI}?2004h${CSI}0m${CSI}2J`;
/** Cleared first: where there is no other screen (GNU screen, older kernels' consoles) the shell's prompt is on this one. */
const LEAVE = `${CSI}?2004l${CSI}0m${CSI}H${CSI}J${CSI}?25h${CSI}?1049l`;
/** Presses (1000) in the form that has no limit of columns (1006). */
const MOUSE_ON = `${CSI}?1000h${CSI}?1006h`;
const MOUSE_OFF = `${CSI}?1006l${CSI}?1000l`;

/** An escape that nothing follows within this time is the key. */
const ESCAPE_MS = 40;
/** A stop has come before. */
const STOPPED_MS = 50;
/** Terminals that tell no size have had this one for half a century. */
const DEFAULT_SIZE = { width: 80, height: 24 };

export function createTty(process: NodeJS.Process): Tty {
  const { stdin, stdout } = process;
  const decoder = createDecoder();
  let isTaken = false;
  let waiting: NodeJS.Timeout | undefined;

  /** At once, since the process may be about to end. */
  const send = (bytes: string): void => {
    try {
      writeSync(stdout.fd, bytes);
    } catch {
      // The terminal is gone, or accepts nothing: nobody could read a message.
    }
  };
  const pass = (inputs: readonly Input[]): void => {
    for (const input of inputs) tty.onInput(input);
  };
  const onData = (bytes: Buffer): void => {
    clearTimeout(waiting);
    pass(decoder.take(bytes));
    if (decoder.isWaiting) waiting = setTimeout(() => pass(decoder.flush()), ESCAPE_MS);
  };
  const onResize = (): void => tty.onFresh();
  const onEnd = (): void => tty.onGone();
  const comeBack = (): void => {
    tty.take();
    tty.onFresh();
  };
  const stop = (target: number): void => {
    tty.release();
    process.kill(target, 'SIGTSTP');
    // Time stands still for who is stopped. Without a shell to come back to the kernel stops nobody.
    setTimeout(comeBack, STOPPED_MS);
  };
  // Always, since it may come late: nobody else would catch it.
  stdin.on('error', onEnd);
  const onStop = (): void => stop(process.pid);
  /** After SIGSTOP, which tells nobody: others have written on the screen. */
  const onContinue = (): void => {
    tty.release();
    comeBack();
  };

  const tty: Tty = {
    get size() {
      const { columns, rows } = stdout;
      return columns > 0 && rows > 0 ? { width: columns, height: rows } : DEFAULT_SIZE;
    },
    onInput: () => {},
    onFresh: () => {},
    onGone: () => {},
    write(bytes) {
      if (isInBackground()) tty.onGone();
      else stdout.write(bytes);
    },
    take() {
      if (isTaken) return;
      isTaken = true;
      stdin.setRawMode(true);
      stdin.on('data', onData).on('end', onEnd).resume();
      stdout.on('resize', onResize);
      process.on('SIGTSTP', onStop).on('SIGCONT', onContinue);
      send(ENTER + MOUSE_ON);
    },
    release() {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(waiting);
      stdin.off('data', onData).off('end', onEnd).pause();
      stdout.off('resize', onResize);
      process.off('SIGTSTP', onStop).off('SIGCONT', onContinue);
      send(MOUSE_OFF + LEAVE);
      try {
        stdin.setRawMode(false);
      } catch {
        // It has gone.
      }
    },
    // Stops the whole job, as the terminal would do it: there may be an npm or a shell script in between.
    suspend: () => stop(0),
  };
  return tty;
}

/**
 * Another process has the terminal: the shell of a killed parent. Stopped jobs do not get here: the kernel stops them again when
 * they take the terminal. Unknown without a controlling terminal.
 */
function isInBackground(): boolean {
  try {
    const { pgrp, tpgid } = parsePidStat(readFileSync('/proc/self/stat'));
    return tpgid > 0 && tpgid !== pgrp;
  } catch {
    // Without /proc there is no way to know; keys are then read.
    return false;
  }
}
