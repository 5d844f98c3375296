/** Name and role of a user, from the untrusted claims of a provider. */
import { type Role, roleOfGroups } from '../../net/credentials/identity.ts';
import { LoginProblem } from './login-problem.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface RoleRules {
  readonly groupsClaim: string;
  readonly roles: ReadonlyMap<string, Role>;
  readonly defaultRole: Role | null;
}

const LONGEST_NAME = 64;
const MOST_GROUPS = 1000;

/** The first displayable one of these names the user: not all providers send a user name. */
const NAMES = ['preferred_username', 'email', 'name', 'sub'];

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !/\p{C}/u.test(value);

export const nameIn = (claims: Claims): string =>
  NAMES.map((name) => claims[name]).find(isName) ??
  String(claims['sub'])
    .replaceAll(/\P{ASCII}|\p{C}/gu, '')
    .slice(0, LONGEST_NAME);

/** True if name and groups must be requested. */
export const isIncomplete = (claims: Claims, { groupsClaim }: RoleRules): boolean =>
  claims[groupsClaim] === undefined || claims['preferred_username'] === undefined;

/** A claim that is no list of texts names no group. Throws a `LoginProblem` for a user without a role. */
export function roleIn(claims: Claims, { groupsClaim, roles, defaultRole }: RoleRules): Role {
  const claim = claims[groupsClaim];
  const groups = Array.isArray(claim) ? claim.slice(0, MOST_GROUPS) : [];
  const role = roleOfGroups(
    groups.filter((group) => typeof group === 'string'),
    roles,
    defaultRole,
  );
  if (role !== null) return role;
  throw new LoginProblem(
    'refused',
    `${nameIn(claims)} has no role here: name one of the groups in [oidc] roles, or set default_role. ${heldIn(claim, groupsClaim)}`,
  );
}

/** Describes the claim as received, for the administrator; cut to one line. */
function heldIn(claim: unknown, name: string): string {
  if (claim === undefined) return `The provider sends no claim ${name}`;
  return `The claim ${name} is ${JSON.stringify(claim).slice(0, 200)}`;
}
