/** Users beside the account of the start: `users.json` has their roles, `NAME.pwd` in the same folder the hash of their password. */
import { parseAs, problemText } from '../../core/files/state-file.ts';
import { closed, listOf, oneOf, text, type TypeOf, where } from '../../core/shape.ts';
import { problemIn } from '../../core/shape-check.ts';
import { UsageError } from '../../core/errors.ts';
import { type User, userNameProblem } from './account.ts';
import { AuthError } from './errors.ts';
import { ROLES } from './identity.ts';
import { savePassword, passwordPath } from './password-file.ts';
import { hashPassword, isPasswordHash } from './password-hash.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const MOST_USERS = 200;
const MOST_SERVERS = 50;

const USER = closed(
  'A user.',
  {
    name: where(text('Name.'), 'a name of a user', (name) => userNameProblem(name) === null),
    role: oneOf(ROLES, 'Role.'),
    servers: listOf(
      where(text(), 'a name of a server, or a tag such as tag:web', (word) =>
        /^(tag:)?[^\s,]{1,255}$/.test(word),
      ),
      {
        minItems: 1,
        maxItems: MOST_SERVERS,
        description: 'Servers of a hub to which the user is bound; missing: to none.',
      },
    ),
  },
  ['servers'],
);
type NamedRole = TypeOf<typeof USER>;

const parse = parseAs(closed('Users.', { users: listOf(USER, { maxItems: MOST_USERS }) }));

export const usersPath = (folder: string): string => `${folder}/users.json`;

/** Empty if there is no file. Throws {@link AuthError}. */
export function readRoles(folder: string): readonly NamedRole[] {
  const path = usersPath(folder);
  const kept = readPrivateFile(path);
  if (kept === null) return [];
  const { value, problems } = parse(kept);
  if (value === null)
    throw new AuthError(`${path} does not hold users: ${problemText(problems)}. Repair or remove it.`);
  return value.users;
}

/**
 * Users with their hashes. A user without a valid file of a password cannot log in.
 * @param onProblem receives the path of each file of a password, and why it cannot be used
 */
export const readUsers = (
  folder: string,
  onProblem: (path: string, problem: string | null) => void,
): User[] =>
  readRoles(folder).map(({ name, role, servers = null }) => {
    const path = passwordPath(folder, name);
    const hash = hashIn(path, onProblem);
    return { user: name, role, hash, edition: hash, servers };
  });

function hashIn(path: string, onProblem: (path: string, problem: string | null) => void): string {
  try {
    const hash = readPrivateFile(path)?.trim() ?? '';
    const isGood = hash === '' || isPasswordHash(hash);
    onProblem(path, isGood ? null : `${path} holds no password hash: set it with gander user password.`);
    return isGood ? hash : '';
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    onProblem(path, error.message);
    return '';
  }
}

const save = (folder: string, users: readonly NamedRole[]): Promise<void> =>
  writePrivateFile(usersPath(folder), `${JSON.stringify({ users }, null, 2)}\n`);

/** Throws {@link UsageError} for words that name no servers, and for an admin of some servers alone. */
function checked(user: NamedRole): NamedRole {
  const problem = problemIn(USER, user);
  if (problem !== null) throw new UsageError(`${problem}.`);
  if (user.role !== 'admin' || user.servers === undefined) return user;
  throw new UsageError(
    `${user.name} is bound to ${user.servers.join(', ')}, and an admin is bound to no servers: choose operator, or end that with --servers "".`,
  );
}

interface Change {
  readonly before: readonly NamedRole[];
  readonly after: readonly NamedRole[];
  /** Admins whom the file need not name. */
  readonly admins: readonly string[];
}

/** Rejects with {@link UsageError} where nobody would be an admin any more. */
async function change(folder: string, { before, after, admins }: Change): Promise<void> {
  const isAdmin = ({ role }: NamedRole): boolean => role === 'admin';
  const isBeside = (name: string): boolean => !before.some((user) => user.name === name);
  if (before.some(isAdmin) && !after.some(isAdmin) && !admins.some(isBeside))
    throw new UsageError('The last admin stays: make another user an admin first.');
  await save(folder, after);
}

/** Rejects with {@link UsageError} for a name, {@link AuthError} for a file. */
export async function addUser(folder: string, user: NamedRole, password: string): Promise<void> {
  const { name } = user;
  const problem = userNameProblem(name);
  if (problem !== null) throw new UsageError(`${problem}.`);
  const users = readRoles(folder);
  if (users.some((one) => one.name === name) || readPrivateFile(passwordPath(folder, name)) !== null)
    throw new UsageError(`There is a user ${name} already: change the role or the password of that user.`);
  if (users.length >= MOST_USERS)
    throw new UsageError(`There are ${MOST_USERS} users already: remove some first.`);
  await savePassword(folder, { user: name, hash: await hashPassword(password) });
  await save(folder, [...users, checked(user)]);
}

/**
 * Also for a user whose password was set at a start, who is an admin before. Rejects like {@link addUser}.
 * Without `servers`, the user stays bound to those of before; an empty list binds to none.
 * @param admins whom the file need not name
 */
export async function setRole(
  folder: string,
  { name, role, servers }: NamedRole,
  admins: readonly string[] = [],
): Promise<void> {
  const users =
    readPrivateFile(passwordPath(folder, name)) === null ? known(folder, name) : readRoles(folder);
  const others = users.filter((user) => user.name !== name);
  const bound = servers ?? users.find((user) => user.name === name)?.servers ?? [];
  const user = checked({ name, role, ...(bound.length > 0 && { servers: bound }) });
  await change(folder, { before: users, after: [...others, user], admins });
}

/** Rejects like {@link addUser}. */
export async function setPassword(folder: string, name: string, password: string): Promise<void> {
  known(folder, name);
  await savePassword(folder, { user: name, hash: await hashPassword(password) });
}

/** Removes a user; the role first, since a password without one gives no access. Rejects like {@link setRole}. */
export async function removeUser(
  folder: string,
  name: string,
  admins: readonly string[] = [],
): Promise<void> {
  const users = known(folder, name);
  const left = users.filter((user) => user.name !== name);
  await change(folder, { before: users, after: left, admins });
  await removePrivateFile(passwordPath(folder, name));
}

/** All users, of whom one has this name. Throws {@link UsageError} and {@link AuthError}. */
function known(folder: string, name: string): readonly NamedRole[] {
  const users = readRoles(folder);
  if (users.some((user) => user.name === name)) return users;
  const names = users.map((user) => user.name).join(', ');
  throw new UsageError(
    `There is no user ${name.slice(0, 64)} in ${usersPath(folder)}${names === '' ? '' : `, which has ${names}`}.`,
  );
}
