/** The page of a server, below the fleet's. */
import type { Server } from './servers.ts';

/** Its page shows its values in a database. */
export const isFromDatabase = ({
  status,
  stored,
  type,
}: Pick<Server, 'status' | 'stored' | 'type'>): boolean =>
  stored && (type === 'STORED' || status === 'OFFLINE');

export const DATABASE_HINT =
  'These values come from the database of the hub. It has no processes, containers and alerts of the host.';

/** Its page can be opened: its own, or one from the database. */
export const hasPage = (server: Pick<Server, 'protocol' | 'status' | 'stored' | 'type'>): boolean =>
  (server.protocol === 'rest' && server.status === 'ONLINE') || isFromDatabase(server);

/** Its address shows something: its page, or the hub's last data of it. */
export const isOpenable = (
  server: Pick<Server, 'age' | 'protocol' | 'status' | 'stored' | 'type'>,
): boolean =>
  hasPage(server) || (server.protocol === 'rest' && server.status === 'OFFLINE' && server.age !== null);

/** Path of a server's page, relative to the fleet's. */
export const pageOf = ({ id }: Pick<Server, 'id'>): string => `servers/${encodeURIComponent(id)}/`;

/** Server id of a page below the hub; null: another page. */
export function ownId({ pathname }: Pick<Location, 'pathname'>): string | null {
  const [, id] = /\/servers\/([^/]+)\/$/.exec(pathname) ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    return null;
  }
}
