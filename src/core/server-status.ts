/** Statuses of a hub's server, in the order in which lists are sorted. */
export const SERVER_STATUSES = ['ONLINE', 'SNMP', 'PROTECTED', 'OFFLINE', 'UNKNOWN'] as const;
export type ServerStatus = (typeof SERVER_STATUSES)[number];

/** Order of counts: the worst first. */
export const WORST_STATUSES_FIRST = [
  'OFFLINE',
  'PROTECTED',
  'UNKNOWN',
  'SNMP',
  'ONLINE',
] as const satisfies readonly ServerStatus[];

/** True if the server's values are current; others have past values at most. */
export const isAnswering = ({ status }: { readonly status: ServerStatus }): boolean =>
  status === 'ONLINE' || status === 'SNMP';
