/** Readings whose reads of the host have all been made before, in the thread pool. */
import type { HostReader } from './host.ts';
import type { MaybePromise } from './plugin.ts';

export type Fetching = Pick<HostReader, 'missed' | 'fetch' | 'fetchMissed'>;

/**
 * Runs a reading whose files were prefetched. A reading that misses a file is repeated with it: the first one, and when a device
 * appears. Synchronous where no file may block.
 */
export function readFetched<T>(files: Fetching, read: () => MaybePromise<T>): MaybePromise<T> {
  const fetching = files.fetch();
  if (fetching !== undefined) return fetching.then(() => readAgain(files, read));
  const { missed } = files;
  try {
    const value = read();
    if (value instanceof Promise) return completed(files, read, value, missed);
    if (files.missed === missed) return value;
  } catch (error) {
    if (files.missed === missed) throw error;
  }
  return files.fetchMissed().then(() => readAgain(files, read));
}

async function readAgain<T>(files: Fetching, read: () => MaybePromise<T>): Promise<T> {
  const { missed } = files;
  return completed(files, read, (async () => read())(), missed);
}

/**
 * Completes a reading that has begun, as {@link readFetched} does.
 * @param missed files missed before
 */
export async function completed<T>(
  files: Fetching,
  read: () => MaybePromise<T>,
  reading: Promise<T>,
  missed: number,
): Promise<T> {
  const [outcome] = await Promise.allSettled([reading]);
  if (files.missed !== missed) {
    await files.fetchMissed();
    return readAgain(files, read);
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
