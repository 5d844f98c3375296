/**
 * The log file: `<date> -- <LEVEL> -- <text>`, a line each, rotated at 1 MB with three old files.
 *
 * Not pino, which takes 45 ms to load, has another format and leaves rotation to a worker thread.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { maskSecrets } from '../../core/redact.ts';
import { inodeOf } from '../../core/files/disk.ts';
import { makeFoldersSync } from '../../core/files/make-folders.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { ownPathSync } from '../../core/files/own-path.ts';

export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';

export interface Log {
  write(level: LogLevel, text: string): void;
  /** True if lines go to stderr: logged errors are not printed again. */
  readonly isOnStderr?: boolean;
  close(): void;
  /** Calls back while lines cannot be written, with a sentence, and with null once they are again. Absent where that cannot be known. */
  follow?(report: (path: string, sentence: string | null) => void): void;
}

export interface LogSetup {
  path: string;
  debug: boolean;
  /** Size in bytes from which the file is rotated. */
  maxBytes?: number;
  /** Says that lines cannot be written, once until they are again. */
  warn?(sentence: string): void;
  /** Writes bytes to a descriptor and returns their number. */
  write?(descriptor: number, bytes: Uint8Array): number;
}

const MAX_BYTES = 1_000_000;
const OLD_FILES = 3;
const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Folders for temporary files are writable by others: follows no links and waits for no pipes. */
const APPEND = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/** Opens the file at the first line. Lines that cannot be written are dropped: a full disk must not end the agent. */
export function createLog({
  path,
  debug,
  maxBytes = MAX_BYTES,
  warn = () => {},
  write = writeSync,
}: LogSetup): Log {
  let descriptor: number | null = null;
  /** True if the last line may be incomplete: the next one starts below it. */
  let isTorn = false;

  /** Detects a renamed or removed file, as by logrotate. */
  const isInPlace = (opened: number): boolean => {
    const [own, found] = [fstatSync(opened), lstatSync(path, { throwIfNoEntry: false })];
    return found !== undefined && inodeOf(own) === inodeOf(found);
  };

  const append = (line: string): void => {
    if (descriptor !== null && !isInPlace(descriptor)) {
      closeSync(descriptor);
      descriptor = null;
      isTorn = false;
    }
    descriptor ??= open(path);
    if (fstatSync(descriptor).size >= maxBytes) {
      closeSync(descriptor);
      descriptor = null;
      rotate(path);
      descriptor = open(path);
    }
    const bytes = Buffer.from(isTorn ? `\n${line}` : line);
    isTorn = true;
    isTorn = write(descriptor, bytes) < bytes.length;
  };

  let problem: string | null = null;
  let report: (path: string, sentence: string | null) => void = () => {};
  const setProblem = (sentence: string | null): void => {
    if ((problem === null) === (sentence === null)) return;
    // Before it is reported, which is logged, too.
    problem = sentence;
    if (sentence !== null) warn(sentence);
    report(path, sentence);
  };

  return {
    write(level, text) {
      if (level === 'DEBUG' && !debug) return;
      try {
        append(`${dateText(new Date())} -- ${level} -- ${logText(text)}\n`);
      } catch (error) {
        return setProblem(`${path} cannot be written: ${reasonOf(error)}. Lines of the log are lost.`);
      }
      setProblem(null);
    },
    follow(to) {
      report = to;
      if (problem !== null) report(path, problem);
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

function open(path: string): number {
  ownPathSync(dirname(path));
  makeFoldersSync(dirname(path));
  const descriptor = openSync(path, APPEND, 0o600);
  try {
    const stats = fstatSync(descriptor);
    // A second name may be that of another file of this user.
    if (stats.isFile() && stats.uid === process.geteuid?.() && stats.nlink === 1) return descriptor;
    throw new Error('it is no file of this user alone');
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** `x.log` becomes `x.log.1`, that becomes `x.log.2`, and the last one is removed. */
function rotate(path: string): void {
  for (let age = OLD_FILES; age > 0; age -= 1) {
    try {
      renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Local time, `2026-11-21 02:15:10,042`. */
const dateText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())},${String(date.getMilliseconds()).padStart(3, '0')}`;

/** Removes line breaks and terminal controls from texts, which may come from outside. */
export const logText = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  maskSecrets(text).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
