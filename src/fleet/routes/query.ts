/** The query of the list of servers. */
import { type Selection, sortKeys } from '../hub/select.ts';
import { SERVER_STATUSES } from '../../core/server-status.ts';
import type { Column } from '../../core/columns.ts';
import { ApiError } from '../../http/server/errors.ts';
import {
  choiceOf,
  choiceQuery,
  integerQuery,
  listQuery,
  type Query,
  readQuery,
  textQuery,
} from '../../http/route/query.ts';

interface ListQuery extends Selection {
  offset: number;
  limit: number;
}

export const LIST_QUERY = {
  q: textQuery('Words that must all occur in the name, alias, address, port, tags or displayed texts.', {
    maxLength: 200,
  }),
  status: listQuery('Only servers with one of these statuses.', {
    isCommaSeparated: true,
    choices: SERVER_STATUSES,
  }),
  tag: listQuery('Only servers with one of these tags.', { isCommaSeparated: true }),
  sort: textQuery('`name`, `status`, `address`, `age` or the key of a column; default: `name`.'),
  order: choiceQuery('Sort direction.', ['asc', 'desc'], 'asc'),
  offset: integerQuery('Number of matching servers to skip.', { minimum: 0, fallback: '0' }),
  limit: integerQuery('Maximum number of servers in the answer.', {
    minimum: 0,
    maximum: 1000,
    fallback: '100',
  }),
};

/** Parameters that must not be repeated. */
const SINGLE = ['q', 'sort', 'order', 'offset', 'limit'] as const;

/** Throws an `ApiError`. @param query of the request */
export function parseListQuery(query: Query, columns: readonly Column[]): ListQuery {
  const repeated = SINGLE.find((name) => Array.isArray(query[name]));
  if (repeated !== undefined) throw new ApiError(400, `${repeated} must be given once`);
  const { q, status, tag, sort, order, offset, limit } = readQuery(LIST_QUERY, query, 0);
  return {
    words: (q ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
    statuses: new Set(status),
    tags: [...tag],
    sort: choiceOf('sort', sort ?? 'name', sortKeys(columns)),
    isDescending: order === 'desc',
    offset,
    limit,
  };
}
