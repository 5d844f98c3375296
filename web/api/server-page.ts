/** The page of a server, below that of the fleet. */
import type { Server } from './servers.ts';

/** Its page shows what a database has of it: it sends its values there, or did so before it went. */
export const isFromDatabase = ({
  status,
  stored,
  type,
}: Pick<Server, 'status' | 'stored' | 'type'>): boolean =>
  stored && (type === 'STORED' || status === 'OFFLINE');

export const DATABASE_HINT =
  'These values come from the database of the hub. It has no processes, containers and alerts of the host.';

/** Its own page is there to be opened: the server's, or the same of a database that has its past. */
export const hasPage = (server: Pick<Server, 'protocol' | 'status' | 'stored' | 'type'>): boolean =>
  (server.protocol === 'rest' && server.status === 'ONLINE') || isFromDatabase(server);

/** There is something to see at its address: its page, or what the hub knows of a server that answered before. */
export const isOpenable = (
  server: Pick<Server, 'age' | 'protocol' | 'status' | 'stored' | 'type'>,
): boolean =>
  hasPage(server) || (server.protocol === 'rest' && server.status === 'OFFLINE' && server.age !== null);

/** Address of a server's own page, relative to that of the fleet. */
export const pageOf = ({ id }: Pick<Server, 'id'>): string => `servers/${encodeURIComponent(id)}/`;

/** The id of the server that a page below the hub is of; null: it is no such page. */
export function ownId({ pathname }: Pick<Location, 'pathname'>): string | null {
  const [, id] = /\/servers\/([^/]+)\/$/.exec(pathname) ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    return null;
  }
}
