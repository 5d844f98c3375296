import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor, decode, isAscii } from './bytes.ts';

/** Bit of {@link PidStat.flags}: a kernel thread (PF_KTHREAD of include/linux/sched.h). */
export const PF_KTHREAD = 0x00200000;

/** Last field of the file that is read. */
const LAST = 42;

/**
 * Fields of /proc/<pid>/stat, numbered as in proc_pid_stat(5). Times are clock ticks. Numbers are in a typed array by field number, so
 * filling allocates nothing.
 */
export class PidStat {
  /** (2) Name, up to 15 bytes (63 for kernel threads). The same string object while unchanged. */
  comm = '';
  /** (3) Character code of the state letter: R S D T t Z X … */
  state = 0;
  readonly fields = new Float64Array(LAST + 1);

  get ppid(): number {
    return this.fields[4]!;
  }
  /** (5) Process group. */
  get pgrp(): number {
    return this.fields[5]!;
  }
  /** (8) Foreground process group of the controlling terminal; -1: none. */
  get tpgid(): number {
    return this.fields[8]!;
  }
  /** (9) PF_ bits. */
  get flags(): number {
    return this.fields[9]!;
  }
  /** (10) Page faults that needed no I/O. */
  get minflt(): number {
    return this.fields[10]!;
  }
  /** (12) Page faults that did. */
  get majflt(): number {
    return this.fields[12]!;
  }
  /** (14) */
  get utime(): number {
    return this.fields[14]!;
  }
  get stime(): number {
    return this.fields[15]!;
  }
  /** (16) Of children that ended and were waited for. */
  get cutime(): number {
    return this.fields[16]!;
  }
  get cstime(): number {
    return this.fields[17]!;
  }
  /** (18) The kernel's scheduling value, negative for real-time processes. */
  get priority(): number {
    return this.fields[18]!;
  }
  /** (19) -20 to 19. */
  get nice(): number {
    return this.fields[19]!;
  }
  get numThreads(): number {
    return this.fields[20]!;
  }
  /** (22) Clock ticks from boot to the start; with the pid it identifies a process. */
  get starttime(): number {
    return this.fields[22]!;
  }
  /** (23) Bytes. */
  get vsize(): number {
    return this.fields[23]!;
  }
  /** (24) Pages. */
  get rss(): number {
    return this.fields[24]!;
  }
  /** (39) Number of the core it last ran on. */
  get processor(): number {
    return this.fields[39]!;
  }
  /** (42) Time waited for block I/O, clock ticks; 0 unless delay accounting is on. */
  get blkioTicks(): number {
    return this.fields[42]!;
  }
}

const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;

/**
 * Reads /proc/<pid>/stat into `into` and returns it. Hot: a thousand calls per scan, so it allocates nothing while the name is
 * unchanged; keep an `into` per process. Fields missing in old kernels are 0. Throws ParseError, with `into` partly filled, if the
 * line has no name or ends before field 24.
 */
export function parsePidStat(bytes: Uint8Array, into = new PidStat()): PidStat {
  const open = bytes.indexOf(OPEN);
  // A name may itself contain `) (`, but no bracket follows it.
  const close = bytes.lastIndexOf(CLOSE);
  if (open < 0 || close < open) throw new ParseError('/proc/<pid>/stat has no name in brackets');
  if (!isAscii(bytes, open + 1, close, into.comm)) into.comm = decodeComm(bytes, open + 1, close);
  const cursor = new ByteCursor(bytes, close + 1);
  cursor.skipBlanks();
  into.state = cursor.peek();
  cursor.skipWords(1);
  if (cursor.integers(into.fields, 4, LAST + 1) <= 24) {
    throw new ParseError('/proc/<pid>/stat ends before its field 24');
  }
  return into;
}

/** Decodes a name: the kernel writes its line feeds and backslashes as `\n` and `\\` (proc_task_name in fs/proc/array.c). */
function decodeComm(bytes: Uint8Array, start: number, end: number): string {
  const text = decode(bytes, start, end);
  const escaped = bytes.indexOf(BACKSLASH, start);
  if (escaped < 0 || escaped >= end) return text;
  return text.replace(/\\([n\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\'));
}
