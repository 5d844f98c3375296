import type { Clock, Host } from '../../../core/host.ts';

const TIMEOUT_MS = 1000;

/** True when the work ends, false when it takes longer than a scan waits. Rejects as the work does. */
export function inTime(clock: Clock, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(() => resolve(false), TIMEOUT_MS);
    work.then(() => resolve(true), reject).finally(cancel);
  });
}

/** Bytes of a file in the memory of a process; null: unreadable, or not there in time, as while a lock of that memory is held. */
export async function readInTime(host: Host, path: string, bytes: number): Promise<Uint8Array | null> {
  let found: Uint8Array | null = null;
  const reading = host.readApart(path, bytes).then((read) => void (found = read));
  const isThere = await inTime(host.clock, reading).catch(() => false);
  return isThere ? found : null;
}
