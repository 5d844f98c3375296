/*
 * The part of test/live/hanging-mount.test.ts that may hang, hence in a process of its own: asks the file systems given
 * as arguments, tells the outcome as JSON, and ends by the way that the first argument names.
 */
import { exitNow } from '../../src/measure/host/exit-now.ts';
import { createHost } from '../../src/measure/host/local-host.ts';

const [way = '', ...paths] = process.argv.slice(2);
const host = createHost();

async function ask(path: string): Promise<{ message: string; ms: number }> {
  const start = performance.now();
  const message = await host.statfs(path, 300).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  return { message, ms: performance.now() - start };
}

const first = await Promise.all(['/', ...paths].map((path) => ask(path)));
const second = await Promise.all(['/', ...paths].map((path) => ask(path)));
const file = host.read('/proc/stat').length > 0;
process.stdout.write(`${JSON.stringify({ first, second, hangs: host.hangs(), file })}\n`, () => {
  if (way === 'exit') process.exit(7);
  exitNow(7, host.hangs().length > 0);
});
