import type { Host } from '../../../core/host.ts';

const PATIENCE_MS = 1000;

/** Bytes of a file in the memory of a process; null: unreadable, or not there in time, as while a lock of that memory is held. */
export function readInTime(host: Host, path: string, bytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const cancel = host.clock.setTimer(() => resolve(null), PATIENCE_MS);
    void host
      .readApart(path, bytes)
      .then(resolve, () => resolve(null))
      .finally(cancel);
  });
}
