/** Who sends a request, and what this identity may do. */

/** Each role may do what the roles before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.includes(text as Role);

/** Operations of API keys without a role; such a key may use nothing else. */
export const KEY_SCOPES = {
  mcp: 'the tools of assistants, as a viewer',
  metrics: '/metrics',
  beat: 'calls of push checks',
  push: 'numbers by OTLP',
  wall: 'the verdict or a board, on a wall',
} as const;
export type KeyScope = keyof typeof KEY_SCOPES;

export const isKeyScope = (text: string): text is KeyScope =>
  typeof text === 'string' && Object.hasOwn(KEY_SCOPES, text);

export interface Identity {
  /** Name of the user or of the API key. */
  readonly name: string;
  /** Null: that of its scope alone. */
  readonly role: Role | null;
  readonly scope: KeyScope | null;
  /** Names and tags (`tag:web`) of the only servers of a hub that it may see; null: no restriction. */
  readonly servers: readonly string[] | null;
  /** Board that a key of the scope wall shows. Default: the verdict. */
  readonly board?: string;
  readonly source: 'password' | 'token' | 'session' | 'key' | 'proxy' | 'socket' | 'certificate' | 'provider';
  /** Milliseconds since the epoch at which it ends; null: with its credentials. */
  readonly until: number | null;
  /** True if it sees the arguments of processes. */
  readonly seesArguments: boolean;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** Null may do nothing. */
export const hasRole = (identity: Identity | null, needed: Role): boolean =>
  identity !== null && identity.role !== null && RANK[identity.role] >= RANK[needed];

/** Returns the highest role of the groups; without one, that of users without a group. Null: none. */
export function roleOfGroups(
  groups: readonly string[],
  roles: ReadonlyMap<string, Role>,
  defaultRole: Role | null,
): Role | null {
  const held = new Set(groups.map((group) => roles.get(group)));
  return ROLES.findLast((one) => held.has(one)) ?? defaultRole;
}

/** Same person and same rights: a stream that began for one may go on for the other. */
export const isSameIdentity = (a: Identity | null, b: Identity | null): boolean =>
  a?.name === b?.name &&
  a?.role === b?.role &&
  a?.seesArguments === b?.seesArguments &&
  a?.servers?.join() === b?.servers?.join();

/** True if arguments of processes are shown. */
export const isSeeing = (role: Role | null, viewerArguments: boolean): boolean =>
  role !== null && (role !== 'viewer' || viewerArguments);
