/** Fleet of users who may see some of its servers only: no route that gets it can show or reach others. */
import { give, optional, type Services, servicesOf } from '../../core/parts/service.ts';
import { keepRecent } from '../../core/recent.ts';
import { Fleet } from './fleet.ts';
import type { ServerState } from './state.ts';
import { SERVER_STATUSES } from '../../core/server-status.ts';
import type { Counts } from './table.ts';

const TAG = 'tag:';

/** @param servers names, ids, and tags as `tag:web` */
const isOneOf =
  (servers: readonly string[]) =>
  ({ server: { alias, id, name, tags } }: ServerState): boolean =>
    servers.some((word) =>
      word.startsWith(TAG) ? tags.includes(word.slice(TAG.length)) : [alias, id, name].includes(word),
    );

function restrictedFleet(fleet: Fleet, servers: readonly string[]): Fleet {
  const isShown = isOneOf(servers);
  const states = (): ServerState[] => fleet.states().filter(isShown);
  const find = (id: string): ServerState | undefined => {
    const state = fleet.find(id);
    return state !== undefined && isShown(state) ? state : undefined;
  };
  const required = (id: string): string => {
    if (find(id) === undefined) throw new Error('a request to a server that is not shown');
    return id;
  };
  return {
    ...fleet,
    states,
    find,
    counts() {
      const counts = Object.fromEntries(SERVER_STATUSES.map((status) => [status, 0])) as Counts;
      for (const { status } of states()) counts[status] += 1;
      return counts;
    },
    tags: () => [...new Set(states().flatMap(({ server }) => server.tags))].sort(),
    /** Of a removed server nobody knows the tags: readers ask for the list again. */
    removedSince(serial) {
      const removed = serial === 0 ? [] : fleet.removedSince(serial);
      return removed?.length === 0 ? [] : null;
    },
    add: async () => 'unknown',
    remove: async () => 'unknown',
    setPassword: async () => 'unknown',
    forward: async (id, passed) => fleet.forward(required(id), passed),
    forwardStream: async (id, passed) => fleet.forwardStream(required(id), passed),
    isLocked: (id) => find(id) !== undefined && fleet.isLocked(id),
  };
}

const MOST_KEPT = 200;

/** Services of routes for bound users. Routes share what they make by the fleet, so it is kept. */
export function servicesForServers() {
  const recent = keepRecent<Fleet>(MOST_KEPT);
  return (servers: readonly string[], services: Services): Services => {
    const fleet = services.get(optional(Fleet));
    if (fleet === null) return services;
    const own = recent(servers.join('\n'), () => restrictedFleet(fleet, servers));
    return servicesOf(new Map([give(Fleet, own)]), services);
  };
}
