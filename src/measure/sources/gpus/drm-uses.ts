/** Use of graphics cards by all processes, from their descriptors. */
import type { Host } from '../../../core/host.ts';
import { type DrmUse, parseDrmFdinfo } from '../../linux/drm-fdinfo.ts';
import { Slice } from '../../../core/slice.ts';
import { orNull } from '../../../core/or-null.ts';

interface DrmUses {
  /** Usage by open file; `hidden`: some processes' descriptors are not readable. */
  read(): Promise<{ uses: Map<string, DrmUse>; hidden: boolean }>;
}

/** How long found descriptors are reused: a full search costs as much as a process scan, and a later find only counts later. */
const SEARCH_MS = 10_000;
/** A description has a few hundred bytes. */
const MOST_BYTES = 16_384;

export function createDrmUses(host: Host): DrmUses {
  const { clock } = host;
  let paths: string[] = [];
  let hidden = false;
  let searchedAt: number | null = null;

  const search = async (slice: Slice): Promise<void> => {
    const now = clock.monotonic();
    if (searchedAt !== null && now - searchedAt < SEARCH_MS) return;
    ({ paths, hidden } = await findDescriptors(host, slice));
    searchedAt = now;
  };

  return {
    async read() {
      const slice = new Slice({ now: () => clock.monotonic() });
      await search(slice);
      const uses = new Map<string, DrmUse>();
      for (const path of paths) {
        const use = await readUse(host, path);
        if (use !== null) uses.set(fileOf(use, path), use);
        if (slice.isOver) await slice.next();
      }
      return { uses, hidden };
    },
  };
}

/** Descriptors of one open file tell the same. */
const fileOf = ({ driver, device, client }: DrmUse, path: string): string =>
  client === null ? path : `${driver} ${device ?? ''} ${client}`;

/** In the thread pool: the driver describes the descriptor, and may wait for the card. */
async function readUse(host: Host, path: string): Promise<DrmUse | null> {
  try {
    return parseDrmFdinfo(await host.readApart(path, MOST_BYTES));
  } catch {
    // Closed since, or its process has ended.
    return null;
  }
}

async function findDescriptors(host: Host, slice: Slice): Promise<{ paths: string[]; hidden: boolean }> {
  const paths: string[] = [];
  let hidden = false;
  for (const pid of host.list('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const fd of host.list(`/proc/${pid}/fdinfo`))
        if (
          mayBeCard(host, `/proc/${pid}/fd/${fd}`) &&
          (await readUse(host, `/proc/${pid}/fdinfo/${fd}`)) !== null
        )
          paths.push(`/proc/${pid}/fdinfo/${fd}`);
    } catch (error) {
      hidden ||= (error as NodeJS.ErrnoException).code === 'EACCES';
    }
    if (slice.isOver) await slice.next();
  }
  return { paths, hidden };
}

/** Most descriptors are files and sockets; their link shows that at a third of the cost of their description. */
function mayBeCard(host: Host, link: string): boolean {
  return orNull(() => host.readLink(link))?.includes('/dri/') ?? true;
}
