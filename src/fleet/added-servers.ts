/** The servers that were added on the page: those in memory are always those in the file. */
import { type AddedFile, MOST_ADDED } from './added-file.ts';
import type { NewServer } from './fleet.ts';

export interface AddedServers {
  /** The content of the file. A file that cannot be read is reported, and left alone until somebody has repaired it. */
  load(): readonly NewServer[];
  has(id: string): boolean;
  isFull(): boolean;
  /** False: it could not be kept, and is not among them. Calls must not overlap. */
  add(id: string, server: NewServer): Promise<boolean>;
  /** False: the file could not be written, and it still is among them. Calls must not overlap. */
  remove(id: string): Promise<boolean>;
}

export function createAddedServers(
  file: AddedFile | null,
  { idOf, onFault }: { idOf(server: NewServer): string; onFault(error: unknown): void },
): AddedServers {
  let servers: ReadonlyMap<string, NewServer> = new Map();
  let isUnreadable = false;

  async function replace(next: ReadonlyMap<string, NewServer>): Promise<boolean> {
    if (isUnreadable) return false;
    try {
      await file?.write([...next.values()]);
    } catch (error) {
      onFault(error);
      return false;
    }
    servers = next;
    return true;
  }

  return {
    load() {
      try {
        const found = file?.read() ?? [];
        servers = new Map(found.map((server) => [idOf(server), server]));
      } catch (error) {
        isUnreadable = true;
        onFault(error);
      }
      return [...servers.values()];
    },
    has: (id) => servers.has(id),
    isFull: () => servers.size >= MOST_ADDED,
    add: (id, server) => replace(new Map(servers).set(id, server)),
    remove: (id) => replace(new Map([...servers].filter(([other]) => other !== id))),
  };
}
