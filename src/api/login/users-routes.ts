/** `/api/users`: users and their roles, as `gander user` manages them. Only where a login is required. */
import type { FastifyRequest } from 'fastify';
import { closed, flag, listOf, oneOf, text, type TypeOf } from '../../core/shape.ts';
import { inPath, jsonBody } from '../../http/openapi/parameters.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { answering, sendUnkept } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { Accounts } from '../../net/credentials/accounts.ts';
import { ROLES } from '../../net/credentials/identity.ts';
import { addUser, readRoles, removeUser, setPassword, setRole } from '../../net/credentials/user-file.ts';
import { managed } from './managed.ts';
import { pathParameter } from '../../http/server/params.ts';

const ROLE = oneOf(ROLES, 'What the user may do.');
const PASSWORD = text('Never returned.', { minLength: 1, maxLength: 256, format: 'password' });
const NEW_USER = closed('A user.', { role: ROLE, password: PASSWORD });
const NEW_ROLE = closed('A role.', { role: ROLE });
const NEW_PASSWORD = closed('A password.', { password: PASSWORD });
const USERS = closed('The users.', {
  users: listOf(
    closed('A user.', {
      name: text('Name.'),
      role: ROLE,
      is_of_start: flag(
        'Whether the password was given at the start of the server; it can only be changed there.',
      ),
    }),
  ),
});

export type UserReport = TypeOf<typeof USERS>;

const NAME = inPath('name', 'Name of the user.', text(), 'eve');
const ALL = {
  access: 'admin',
  uses: { accounts: Accounts },
  tag: AUTHENTICATION,
  answer: USERS,
  says: 'All users.',
  example: { users: [{ name: 'eve', role: 'operator', is_of_start: false }] },
} as const;
const CHANGE = { ...ALL, parameters: [NAME], refusals: { '400': 'BadQuery' } } as const;

function listed({ startUser, userFolder }: Accounts): UserReport {
  const users = readRoles(userFolder).map((user) => ({ ...user, is_of_start: user.name === startUser }));
  const isMissing = startUser !== null && !users.some(({ name }) => name === startUser);
  return { users: isMissing ? [{ name: startUser, role: 'admin', is_of_start: true }, ...users] : users };
}

/** Throws an `ApiError` for the user of the start. */
function changedName({ startUser }: Accounts, request: FastifyRequest): string {
  const name = pathParameter(request, 'name');
  if (name !== startUser) return name;
  throw new ApiError(409, `${name} is the user of the start: role and password are changed there`);
}

/** Admins whom the file does not name. */
const othersBeside = ({ startUser }: Accounts, { identity }: FastifyRequest): readonly string[] => [
  ...(startUser === null ? [] : [startUser]),
  ...(identity?.role === 'admin' && identity.source !== 'key' ? [identity.name] : []),
];

/** Handles a request that changes one user. */
const changing = (change: (accounts: Accounts, name: string, request: FastifyRequest) => Promise<void>) =>
  answering(async ({ accounts }: { accounts: Accounts }, request) => {
    const name = changedName(accounts, request);
    await managed(() => accounts.change(async () => change(accounts, name, request)));
    return listed(accounts);
  }, sendUnkept);

export const usersRoutes = [
  defineRoute({
    ...ALL,
    path: '/api/users',
    id: 'getUsers',
    summary: 'Users and their roles',
    handler: answering(({ accounts }) => managed(() => listed(accounts)), sendUnkept),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/users/{name}',
    id: 'addUser',
    summary: 'Add a user',
    body: jsonBody(NEW_USER, { role: 'operator', password: 'correct horse battery staple' }),
    handler: changing(({ userFolder }, name, request) => {
      const { role, password } = bodyOf(request, NEW_USER);
      return addUser(userFolder, { name, role }, password);
    }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/users/{name}/role',
    id: 'setUserRole',
    summary: 'Give a user another role',
    description: 'The last admin keeps the role.',
    body: jsonBody(NEW_ROLE, { role: 'viewer' }),
    handler: changing((accounts, name, request) => {
      const { role } = bodyOf(request, NEW_ROLE);
      return setRole(accounts.userFolder, { name, role }, othersBeside(accounts, request));
    }),
  }),
  defineRoute({
    ...CHANGE,
    method: 'POST',
    path: '/api/users/{name}/password',
    id: 'setUserPassword',
    summary: 'Give a user another password',
    description: 'Existing tokens and sessions end.',
    body: jsonBody(NEW_PASSWORD, { password: 'correct horse battery staple' }),
    handler: changing(({ userFolder }, name, request) =>
      setPassword(userFolder, name, bodyOf(request, NEW_PASSWORD).password),
    ),
  }),
  defineRoute({
    ...CHANGE,
    method: 'DELETE',
    path: '/api/users/{name}',
    id: 'removeUser',
    summary: 'Remove a user',
    description: 'Tokens and sessions end. The last admin stays.',
    handler: changing((accounts, name, request) =>
      removeUser(accounts.userFolder, name, othersBeside(accounts, request)),
    ),
  }),
];
