/** The query of the list of servers. */
import { type Selection, sortKeys } from '../../../fleet/hub/select.ts';
import { type Status, STATUSES } from '../../../fleet/hub/state.ts';
import type { Column } from '../../../core/columns.ts';
import { ApiError } from '../../http/errors.ts';

export interface ListQuery extends Selection {
  offset: number;
  limit: number;
}

const DEFAULT_LIMIT = 100;
const MOST_ROWS = 1000;
const LONGEST_SEARCH = 200;
const NAMES = ['q', 'status', 'tag', 'sort', 'order', 'offset', 'limit'];

type Query = Readonly<Record<string, unknown>>;

/** Throws 400 with one sentence for what makes no sense. @param query of the request; a name may have come several times */
export function parseListQuery(query: Query, columns: readonly Column[]): ListQuery {
  for (const name of Object.keys(query))
    if (!NAMES.includes(name))
      throw wrong(`there is no parameter ${shown(name)}: it is one of ${NAMES.join(', ')}`);
  return {
    words: wordsIn(one(query, 'q') ?? ''),
    statuses: statusesIn(many(query, 'status')),
    tags: many(query, 'tag'),
    sort: choice('sort', one(query, 'sort') ?? 'name', sortKeys(columns)),
    isDescending: choice('order', one(query, 'order') ?? 'asc', ['asc', 'desc']) === 'desc',
    offset: count(query, 'offset', 0, Number.MAX_SAFE_INTEGER),
    limit: count(query, 'limit', DEFAULT_LIMIT, MOST_ROWS),
  };
}

const wrong = (sentence: string): ApiError => new ApiError(400, sentence);

/** Of what was sent, as much as a message needs. */
const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function one(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(`${name} must be given once`);
}

/** Words separated by commas, or by coming several times. */
const many = (query: Query, name: string): string[] =>
  [query[name]]
    .flat()
    .flatMap((text) => String(text ?? '').split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');

function wordsIn(text: string): string[] {
  if (text.length > LONGEST_SEARCH) throw wrong(`q must have at most ${LONGEST_SEARCH} characters`);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

const statusesIn = (words: readonly string[]): ReadonlySet<Status> =>
  new Set(words.map((word) => choice('status', word.toUpperCase(), STATUSES)));

function choice<T extends string>(name: string, word: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === word);
  if (found === undefined) throw wrong(`${name} must be one of ${choices.join(', ')}, not ${shown(word)}`);
  return found;
}

function count(query: Query, name: string, fallback: number, most: number): number {
  const text = one(query, name) ?? String(fallback);
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? 'of 0 or more' : `from 0 to ${most}`;
  throw wrong(`${name} must be a whole number ${bounds}, not ${shown(text)}`);
}
