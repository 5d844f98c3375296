import { endPrograms, type RunningProgram } from '../../measure/host/child-program.ts';
import { runProgram } from '../../measure/host/run.ts';
import { singleLine } from '../../net/deliver/plain-text.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import type { ExecDelivery, SendContext } from './target-type.ts';

/** Largest value of `timeout`; the signal ends the program earlier. */
const MOST_MS = 120_000;
const MOST_BYTES = 64 * 1024;

/** Runs a program with the message as its standard input. Exit code 0 is success; otherwise it is run again. */
export async function sendToProgram(
  { argv, input }: ExecDelivery,
  { signal }: SendContext,
): Promise<DeliveryVerdict> {
  const running = new Set<RunningProgram>();
  const onAbort = (): void => endPrograms(running);
  signal.addEventListener('abort', onAbort);
  const limits = { timeoutMs: MOST_MS, maxBytes: MOST_BYTES, input };
  const { code, stderr, failure } = await runProgram(argv, limits, process.env, running);
  signal.removeEventListener('abort', onAbort);
  if (code === 0) return { kind: 'sent', answer: 'exit code 0' };
  const reason = singleLine(stderr, 200);
  return { kind: 'again', answer: failure ?? `exit code ${code}${reason === '' ? '' : ` (${reason})`}` };
}
