/** The folder of an archive, held for writing. */
import { constants } from 'node:fs';
import { hostname } from 'node:os';
import type { Slice } from '../../core/slice.ts';
import type { Disk } from '../../core/files/disk.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { ArchiveFolder } from './files/folder.ts';
import type { ColumnCodec } from './format/column-codec.ts';
import { Retention } from './keep/retention.ts';
import { type Holder, type Lock, takeLock } from './lock.ts';
import type { ArchiveSetup } from './setup.ts';
import type { Silence } from './silence.ts';
import { topFolder } from './top/top-file.ts';
import { TopLog } from './top/top-log.ts';
import { Recorder } from './write/recorder.ts';

export interface Opened {
  readonly folder: ArchiveFolder;
  readonly recorder: Recorder;
  readonly retention: Retention;
  readonly top: TopLog;
  readonly lock: Lock;
}

/**
 * Takes the lock and opens the archive, or returns the lock's holder. Rejects with a system error.
 * @param prepare receives the folder before anything is written to it
 */
export async function openFolder(
  setup: ArchiveSetup & { readonly isSilent: Silence },
  codec: ColumnCodec,
  slice: () => Slice,
  prepare: (folder: ArchiveFolder) => Promise<void>,
): Promise<Opened | { waitsFor: string }> {
  const { disk, path, processes, port, isSilent, clock, log, plugins, describe, isKept, bounds } = setup;
  await makeFolder(disk, path);
  await refuseLink(disk, path);
  const lock = await takeLock(disk, path, { processes, port, isSilent });
  if ('heldBy' in lock) {
    const holder = holderText(lock.heldBy);
    return { waitsFor: `${holder} has ${path}; give each a separate folder with folder= in [archive]` };
  }
  let folder: ArchiveFolder | null = null;
  try {
    folder = await ArchiveFolder.open(disk, path, log);
    await prepare(folder);
    const recorder = new Recorder({ folder, codec, plugins, describe, isKept });
    const retention = new Retention({ folder, codec, bounds, slice });
    const top = new TopLog(disk, topFolder(path), clock, bounds.maxBytes / TOP_SHARE, (text) =>
      log('WARNING', text),
    );
    return { folder, recorder, retention, top, lock };
  } catch (error) {
    await folder?.close();
    await lock.release().catch(() => {
      // Stale once this process ends.
    });
    throw error;
  }
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/** Refuses a link in place of the folder. */
async function refuseLink(disk: Disk, path: string): Promise<void> {
  try {
    await (await disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
    throw new Error('it is a symbolic link, set folder= in [archive] to the folder that it leads to', {
      cause: error,
    });
  }
}

/** Largest share of the space for programs. */
const TOP_SHARE = 8;

/** Closes all files and releases the lock if it is still held. Rejects with the first system error. */
export async function closeFolder({ recorder, top, folder, lock }: Opened): Promise<void> {
  const ends: PromiseSettledResult<void>[] = [];
  for (const end of [() => recorder.close(), () => top.close(), () => folder.close(), () => lock.release()])
    ends.push(...(await Promise.allSettled([end()])));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const holderText = ({ pid, port, host = hostname() }: Holder): string =>
  `another agent (process ${pid}${host === hostname() ? '' : ` on ${host}`}, port ${port})`;
