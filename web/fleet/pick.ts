/** Filters servers by search, status and tag. */
import { localReason } from '../../src/show/display/said-words.ts';
import type { FleetView } from './fleet-view.ts';
import { compareNames } from '../../src/show/display/natural.ts';
import { addressOf, levelOfServer, WORDS } from '../../src/show/display/servers.ts';
import type { Counts, Server } from '../api/servers.ts';

export const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Searchable text of a server, cached per row. */
const texts = new WeakMap<Server, string>();
function textOf(server: Server): string {
  const known = texts.get(server);
  if (known !== undefined) return known;
  const values = Object.values(server.values).map(({ value }) => (typeof value === 'string' ? value : ''));
  const { name, alias, tags, status } = server;
  const text = [name, alias, addressOf(server), ...tags, WORDS[status], localReason(server), ...values]
    .join('\n')
    .toLowerCase();
  texts.set(server, text);
  return text;
}

type Wish = Pick<FleetView, 'search' | 'tag'>;
type States = Pick<FleetView, 'statuses' | 'levels'>;

/** Filters by search and tag only; status counts refer to the result. */
export function found(servers: readonly Server[], { search, tag }: Wish): readonly Server[] {
  const words = wordsOf(search);
  if (words.length === 0 && tag === '') return servers;
  return servers.filter(
    (server) =>
      (tag === '' || server.tags.includes(tag)) && words.every((word) => textOf(server).includes(word)),
  );
}

/** Filters by states; all if none is given. */
export function inState(servers: readonly Server[], { statuses, levels }: States): readonly Server[] {
  if (statuses.length + levels.length === 0) return servers;
  return servers.filter((server) => {
    const level = levelOfServer(server);
    return statuses.includes(server.status) || (level !== null && levels.includes(level));
  });
}

export function countsOf(servers: readonly Server[]): Counts {
  const counts: Counts = { ONLINE: 0, SNMP: 0, PROTECTED: 0, OFFLINE: 0, UNKNOWN: 0 };
  for (const { status } of servers) if (Object.hasOwn(counts, status)) counts[status] += 1;
  return counts;
}

/** All tags, sorted. */
export const tagsOf = (servers: readonly Server[]): string[] =>
  [...new Set(servers.flatMap(({ tags }) => tags))].sort(compareNames);
