/** `/api/keys`: API keys, as `gander key` manages them. Only where a login is required. */
import {
  closed,
  integer,
  listOf,
  moment,
  oneOf,
  orNull,
  text,
  type TypeOf,
  where,
} from '../../core/shape.ts';
import { inPath, jsonBody } from '../../http/openapi/parameters.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { answering, sendUnkept } from '../../http/server/answer.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { Accounts } from '../../net/credentials/accounts.ts';
import { isBoardName, NAME_WORDS } from '../boards/board.ts';
import { addApiKey, readApiKeys, removeApiKey } from '../../net/credentials/api-key-file.ts';
import { endOfDays, MOST_DAYS, SCOPES } from '../../net/credentials/api-key.ts';
import { lastUses } from '../../net/credentials/key-uses.ts';
import { managed } from './managed.ts';
import { pathParameter } from '../../http/server/params.ts';

const SCOPE = oneOf(SCOPES, 'What it may do.');
const NEW_KEY = closed(
  'An API key.',
  {
    scope: SCOPE,
    days: orNull(integer('Days after which it expires; null: never.', { minimum: 1, maximum: MOST_DAYS })),
    board: orNull(
      where(text('Of the scope wall: the board that it shows; null: the verdict.'), NAME_WORDS, isBoardName),
    ),
  },
  ['board'],
);
const KEYS = {
  keys: listOf(
    closed('An API key.', {
      name: text('Name.'),
      scope: SCOPE,
      board: orNull(text('Of the scope wall: the board that it shows; null: the verdict.')),
      created: text('Time of creation in ISO 8601.'),
      expires: orNull(moment('When it expires', 'never')),
      used: orNull(moment('Its last use, accurate to ten minutes', 'none is known')),
    }),
  ),
  scopes: listOf(SCOPE, { description: 'All scopes.' }),
};
const ALL = closed('The API keys.', KEYS);
export type KeyReport = TypeOf<typeof ALL>;
const ADDED = closed('A new API key.', { key: text('The key, which only this reply shows.'), ...KEYS });
export type AddedKey = TypeOf<typeof ADDED>;

const EXAMPLE = {
  keys: [
    {
      name: 'grafana',
      scope: 'metrics',
      board: null,
      created: '2026-11-28T08:00:00.000Z',
      expires: null,
      used: 1_795_824_000_000,
    },
  ],
  scopes: SCOPES,
} as const;
const NAME = inPath('name', 'Name of the key.', text(), 'grafana');
const KEY_ROUTE = { access: 'admin', uses: { accounts: Accounts }, tag: AUTHENTICATION } as const;
const CHANGE = { ...KEY_ROUTE, parameters: [NAME], refusals: { '400': 'BadQuery' } } as const;

function listed({ keyPath, stateFolder }: Accounts): KeyReport {
  const uses = lastUses(stateFolder);
  const keys = readApiKeys(keyPath).map(
    ({ name, scope = 'viewer', board = null, created, expires = null }) => ({
      name,
      scope,
      board,
      created,
      expires,
      used: uses.get(name) ?? null,
    }),
  );
  return { keys, scopes: SCOPES };
}

export const keysRoutes = [
  defineRoute({
    ...KEY_ROUTE,
    path: '/api/keys',
    id: 'getKeys',
    summary: 'API keys',
    answer: ALL,
    says: 'All keys, without their secrets.',
    example: EXAMPLE,
    handler: answering(({ accounts }) => managed(() => listed(accounts)), sendUnkept),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/keys/{name}',
    id: 'addKey',
    summary: 'Add an API key',
    body: jsonBody(NEW_KEY, { scope: 'metrics', days: 90 }),
    answer: ADDED,
    says: 'The key, and all keys.',
    example: { key: 'gander_…', ...EXAMPLE },
    handler: answering(async ({ accounts }, request) => {
      const { scope, days, board = null } = bodyOf(request, NEW_KEY);
      const name = pathParameter(request, 'name');
      const more = {
        scope,
        ...endOfDays(days, Date.now()),
        ...(scope === 'wall' && board !== null && { board }),
      };
      const key = await managed(() => accounts.change(() => addApiKey(accounts.keyPath, name, more)));
      return { key, ...listed(accounts) };
    }, sendUnkept),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/keys/{name}',
    id: 'removeKey',
    summary: 'Remove an API key',
    description: 'Servers refuse it within a second, and its streams end.',
    answer: ALL,
    says: 'The keys that are left.',
    example: EXAMPLE,
    handler: answering(async ({ accounts }, request) => {
      await managed(() =>
        accounts.change(() => removeApiKey(accounts.keyPath, pathParameter(request, 'name'))),
      );
      return listed(accounts);
    }, sendUnkept),
  }),
];
