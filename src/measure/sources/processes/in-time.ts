import type { Host } from '../../../core/host.ts';
import { inTime } from '../../../core/in-time.ts';

/** Milliseconds that a scan waits for a file. */
export const SCAN_WAIT_MS = 1000;

/** Bytes of a file in the memory of a process; null: unreadable, or not there in time, as while a lock of that memory is held. */
export async function readInTime(host: Host, path: string, bytes: number): Promise<Uint8Array | null> {
  let found: Uint8Array | null = null;
  const reading = host.readApart(path, bytes).then((read) => void (found = read));
  const isThere = await inTime(host.clock, SCAN_WAIT_MS, reading).catch(() => false);
  return isThere ? found : null;
}
