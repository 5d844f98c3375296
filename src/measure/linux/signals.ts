/** Signals of x86 and ARM, by their number: signal(7). */
const NAMES = (
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT ' +
  'CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'
).split(' ');

/** Larger exit codes mean a signal. */
const SIGNALLED = 128;

/** Signal name of an exit code, such as `SIGKILL` for 137; null: none. */
export function signalOfExit(code: number): string | null {
  const name = NAMES[code - SIGNALLED - 1];
  return name === undefined ? null : `SIG${name}`;
}
