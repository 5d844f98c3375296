/** Filters, sorts and cuts the list of servers. */
import type { Column } from '../../core/columns.ts';
import type { ServerState } from './state.ts';
import { SERVER_STATUSES, type ServerStatus } from '../../core/server-status.ts';

export interface Selection {
  /** Words that must all be found in name, alias, address, tags or texts shown. */
  readonly words: readonly string[];
  /** Empty: all. */
  readonly statuses: ReadonlySet<ServerStatus>;
  /** Servers with one of these; empty: all. */
  readonly tags: readonly string[];
  /** `name`, `status`, `address`, `age` or the key of a column. */
  readonly sort: string;
  readonly isDescending: boolean;
}

/** Servers without a value come last in either order; names decide between equals. */
export function selected(states: readonly ServerState[], selection: Selection): ServerState[] {
  const { words, statuses, tags, sort, isDescending } = selection;
  const matching = states.filter(
    (state) =>
      (statuses.size === 0 || statuses.has(state.status)) &&
      (tags.length === 0 || tags.some((tag) => state.server.tags.includes(tag))) &&
      (words.length === 0 || hasWords(state, words)),
  );
  const keyOf = KEYS[sort] ?? ((state: ServerState) => state.readings.get(sort)?.value ?? null);
  const compareTexts = createCompare();
  return matching
    .map((state) => ({ state, key: keyOf(state), name: nameOf(state) }))
    .sort(
      (a, b) =>
        compareKeys([a.key, b.key], isDescending, compareTexts) ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.state.server.id, b.state.server.id),
    )
    .map(({ state }) => state);
}

/** Sort keys of rows. */
export const sortKeys = (columns: readonly Column[]): string[] => [
  ...Object.keys(KEYS),
  ...columns.map(({ key }) => key),
];

type Key = string | number | boolean | null;

const nameOf = ({ server }: ServerState): string => server.alias ?? server.name;

const KEYS: Readonly<Record<string, (state: ServerState) => Key>> = {
  name: nameOf,
  status: ({ status }) => SERVER_STATUSES.indexOf(status),
  address: ({ ip, server }) => `${ip ?? server.host} ${String(server.port).padStart(5, '0')}`,
  // The youngest first.
  age: ({ answeredAt }) => (answeredAt === null ? null : -answeredAt),
};

function compareKeys([a, b]: readonly [Key, Key], isDescending: boolean, compareTexts: Compare): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === 'string' || typeof b === 'string'
      ? compareTexts(String(a), String(b))
      : Number(a) - Number(b);
  return isDescending ? -order : order;
}

type Compare = (a: string, b: string) => number;

/** Made at each use, since few agents are hubs: the first takes 5 ms, which belong to nobody's start. */
const createCompare = (): Compare => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

function hasWords({ server, ip, readings }: ServerState, words: readonly string[]): boolean {
  const texts = [server.name, server.alias ?? '', ip ?? '', String(server.port), ...server.tags];
  for (const { value } of readings.values()) if (typeof value === 'string') texts.push(value);
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}
