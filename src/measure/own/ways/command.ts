/** Programs of users: run once per period, or kept running and asked. */
import type { Daemon, Host } from '../../../core/host.ts';
import { MOST_BYTES } from '../bounds.ts';
import type { Output } from '../formats/index.ts';
import { plainWords } from '../sample.ts';
import { trustedProgram } from '../trusted-program.ts';

/** Of what a program says of its failure. */
const MOST_WORDS = 200;

interface RunSetup {
  readonly host: Host;
  readonly timeoutMs: number;
  /** True if the exit code is a level, not a failure. */
  readonly isJudged: boolean;
}

/** Rejects with the reason, a sentence without a full stop. */
export async function runCommand(
  [path = '', ...rest]: readonly string[],
  { host, timeoutMs, isJudged }: RunSetup,
): Promise<Output> {
  const program = await trustedProgram(path);
  const { code, stdout, stderr, failure } = await host.run([program, ...rest], {
    timeoutMs,
    maxBytes: MOST_BYTES,
    isNice: true,
    endsGroup: true,
  });
  if (failure !== null || code === null) throw new Error(failure ?? `${path} did not end`);
  if (code !== 0 && !isJudged) {
    const words = plainWords(stderr.trim().split('\n').at(-1) ?? '').slice(0, MOST_WORDS);
    throw new Error(`${path} ended with exit code ${code}${words && `: ${words}`}`);
  }
  return { text: stdout, code };
}

/** Seconds before a program that has failed is started again; doubled with each further failure. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 600;

/** Asks a program that stays. It is started at the first question, and again some time after it has failed. */
export function openDaemon(
  [path = '', ...rest]: readonly string[],
  host: Host,
  timeoutMs: number,
): () => Promise<string> {
  const now = (): number => host.clock.monotonic() / 1000;
  let daemon: Daemon | null = null;
  let failures = 0;
  let failed = { reason: '', until: 0 };
  return async () => {
    if (daemon === null) {
      const wait = failed.until - now();
      if (wait > 0) throw new Error(`${failed.reason}; its next start is in ${Math.ceil(wait)} s`);
      daemon = host.startDaemon([await trustedProgram(path), ...rest], { timeoutMs, maxBytes: MOST_BYTES });
    }
    try {
      const answer = await daemon.ask();
      failures = 0;
      return answer;
    } catch (error) {
      daemon = null;
      const wait = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);
      failures += 1;
      failed = { reason: plainWords((error as Error).message), until: now() + wait };
      throw new Error(`${failed.reason}; its next start is in ${wait} s`, { cause: error });
    }
  };
}
