/** Regular expressions from users, bounded in time. */
import { type Context, createContext, Script } from 'node:vm';

/** Indexes of texts that match a regular expression. Throws after `timeoutMs`, during which nothing else runs: keep it short. */
export type Search = (pattern: RegExp, texts: readonly string[], timeoutMs: number) => boolean[];

/** Runs of a script that ends by its time without having used it: on a machine whose cores are taken it hardly ran. */
const MOST_RUNS = 10;

/** An expression such as `(a+)+$` can take forever. Only the timeout of a `node:vm` script, or a separate thread, can interrupt it. */
export function createSearch(): Search {
  let prepared: { context: Context; script: Script } | null = null;
  return (pattern, texts, timeoutMs) => {
    prepared ??= {
      context: createContext({}),
      script: new Script('texts.map((text) => { pattern.lastIndex = 0; return pattern.test(text); })'),
    };
    const { context, script } = prepared;
    Object.assign(context, { pattern, texts });
    try {
      for (let run = 1; ; run += 1) {
        const before = process.cpuUsage();
        try {
          return script.runInContext(context, { timeout: timeoutMs }) as boolean[];
        } catch (error) {
          // It is made in the other context, and so no instance of this one's Error.
          if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
          const { user, system } = process.cpuUsage(before);
          if (run < MOST_RUNS && (user + system) / 1000 < timeoutMs / 2) continue;
          throw new Error(`the regular expression ${pattern.source} takes too long: make it simpler`, {
            cause: error,
          });
        }
      }
    } finally {
      Object.assign(context, { pattern: null, texts: null });
    }
  };
}
