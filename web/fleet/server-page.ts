/** The page of a server, below that of the fleet. */
import type { Server } from './types.ts';

/** Its own page is there to be opened. */
export const hasPage = ({ protocol, status }: Pick<Server, 'protocol' | 'status'>): boolean =>
  protocol === 'rest' && status === 'ONLINE';

/** Address of a server's own page, relative to that of the fleet. */
export const pageOf = ({ id }: Pick<Server, 'id'>): string => `servers/${encodeURIComponent(id)}/`;
