/** Servers added on the page; memory and file always agree. */
import { type AddedFile, MOST_ADDED } from './added-file.ts';
import type { NewServer } from './fleet.ts';

interface AddedServers {
  /** Returns the content of the file. A file that cannot be read is never overwritten. */
  load(): readonly NewServer[];
  has(id: string): boolean;
  isFull(): boolean;
  /** Rejects with a reason if it cannot be saved; nothing has changed then. Calls must not overlap. */
  add(id: string, server: NewServer): Promise<void>;
  /** Rejects as `add` does. Calls must not overlap. */
  remove(id: string): Promise<void>;
}

export function createAddedServers(
  file: AddedFile | null,
  idOf: (server: NewServer) => string,
): AddedServers {
  let servers: ReadonlyMap<string, NewServer> = new Map();

  async function replace(next: ReadonlyMap<string, NewServer>): Promise<void> {
    await file?.save([...next.values()]);
    servers = next;
  }

  return {
    load() {
      servers = new Map((file?.load().value ?? []).map((server) => [idOf(server), server]));
      return [...servers.values()];
    },
    has: (id) => servers.has(id),
    isFull: () => servers.size >= MOST_ADDED,
    add: (id, server) => replace(new Map(servers).set(id, server)),
    remove: (id) => replace(new Map([...servers].filter(([other]) => other !== id))),
  };
}
