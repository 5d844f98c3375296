import type { Host } from '../../../core/host.ts';

/** A folder may be the wrong one to look at. */
const TRUST_MS = 600_000;
/** The end of virsh's message where nothing listens: the path of the socket. */
const NO_SOCKET = /Failed to connect socket to '(\/[^']*)': No such file or directory/;

/**
 * Remembers that no daemon of libvirt runs, so that virsh, which takes 20 ms to find that out, is not run again until the folder of the
 * socket that it missed has changed.
 */
export function createAbsentDaemon(host: Host) {
  let absence: { complaint: string; folder: string; names: string; since: number } | null = null;

  const namesIn = (folder: string): string => {
    try {
      return host.list(folder).toSorted().join('/');
    } catch {
      return '';
    }
  };

  return {
    /** The complaint that still holds; null: virsh is to be asked. */
    complaint(): string | null {
      if (absence === null) return null;
      const { complaint, folder, names, since } = absence;
      const isRecent = host.clock.monotonic() - since < TRUST_MS;
      return isRecent && namesIn(folder) === names ? complaint : null;
    },
    /** Takes what virsh said when it failed. */
    note(complaint: string): void {
      const socket = NO_SOCKET.exec(complaint)?.[1];
      if (socket === undefined) {
        absence = null;
        return;
      }
      const folder = socket.slice(0, socket.lastIndexOf('/'));
      absence = { complaint, folder, names: namesIn(folder), since: host.clock.monotonic() };
    },
  };
}
