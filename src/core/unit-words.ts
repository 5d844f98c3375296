/** How the last run of a unit ended, in the words of sentences. */
import type { Served } from './served.ts';

/** Results that exit code or signal say better. */
const PLAIN: ReadonlySet<unknown> = new Set(['success', 'exit-code', 'signal']);

/** `exit code 1 (start-limit-hit)`, `killed by SIGSEGV (core-dump)`, `timeout`; empty: nothing is known. */
export function wordsOfEnd({ result, exit_code: code, exit_signal: signal }: Served): string {
  const how =
    typeof signal === 'string'
      ? `killed by ${signal}`
      : typeof code === 'number' && code !== 0
        ? `exit code ${code}`
        : '';
  if (typeof result !== 'string' || PLAIN.has(result)) return how;
  return how === '' ? result : `${how} (${result})`;
}
