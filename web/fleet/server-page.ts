/** The page of a server, below that of the fleet. */
import type { Server } from './types.ts';

/** Its own page is there to be opened: the server's, or the same of a database that has its past. */
export const hasPage = ({
  protocol,
  status,
  stored,
  type,
}: Pick<Server, 'protocol' | 'status' | 'stored' | 'type'>): boolean =>
  (protocol === 'rest' && status === 'ONLINE') || (stored && (type === 'STORED' || status === 'OFFLINE'));

/** Address of a server's own page, relative to that of the fleet. */
export const pageOf = ({ id }: Pick<Server, 'id'>): string => `servers/${encodeURIComponent(id)}/`;
