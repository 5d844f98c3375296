/** Agents and servers of a single test. */
import { onTestFinished } from 'vitest';

type Ending = { stop(): Promise<unknown> } | { close(): Promise<unknown> };

/**
 * Ends with the test, but after everything that the test starts later: a page that is opened after its agent never sees
 * the connection end, about which the browser would complain.
 */
export async function forThisTest<T extends Ending>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  onTestFinished(async () => {
    await ('stop' in started ? started.stop() : started.close());
  });
  return started;
}
