/** How the last run of a unit ended, in the words of sentences. */
import { say, type Word } from './said.ts';
import type { Served, ServedMember } from './served.ts';

/** Results that exit code or signal say better. */
const PLAIN: ReadonlySet<ServedMember> = new Set(['success', 'exit-code', 'signal']);

/** `exit code 1 (start-limit-hit)`, `killed by SIGSEGV (core-dump)`, `timeout`; null: nothing is known. */
export function endOf({ result, exit_code: code, exit_signal: signal }: Served): Word | null {
  const how =
    typeof signal === 'string'
      ? say('killed by {signal}', { signal })
      : typeof code === 'number' && code !== 0
        ? say('exit code {code}', { code })
        : null;
  if (typeof result !== 'string' || PLAIN.has(result)) return how;
  return how === null ? result : say('{how} ({result})', { how, result });
}
