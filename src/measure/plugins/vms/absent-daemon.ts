import type { Host } from '../../../core/host.ts';
import { namesIn } from '../../sources/sysfs.ts';

/** Longest time without another run of virsh: the watched folder may be the wrong one. */
const TRUST_MS = 600_000;
/** End of virsh's message without a daemon: the socket's path. */
const NO_SOCKET = /Failed to connect socket to '(\/[^']*)': No such file or directory/;

/**
 * Remembers that no libvirt daemon runs: virsh, which takes 20 ms to find out, is not run again until the folder of the missing
 * socket changes.
 */
export function createAbsentDaemon(host: Host) {
  let absence: { complaint: string; folder: string; names: string; since: number } | null = null;

  const listed = (folder: string): string => namesIn(host, folder).toSorted().join('/');

  return {
    /** Returns the error that is still valid; null: run virsh. */
    complaint(): string | null {
      if (absence === null) return null;
      const { complaint, folder, names, since } = absence;
      const isRecent = host.clock.monotonic() - since < TRUST_MS;
      return isRecent && listed(folder) === names ? complaint : null;
    },
    /** Records virsh's error message. */
    note(complaint: string): void {
      const socket = NO_SOCKET.exec(complaint)?.[1];
      if (socket === undefined) {
        absence = null;
        return;
      }
      const folder = socket.slice(0, socket.lastIndexOf('/'));
      absence = { complaint, folder, names: listed(folder), since: host.clock.monotonic() };
    },
  };
}
