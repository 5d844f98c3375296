/** Who sends a request, and what this identity may do. */

/** Each role may do what the roles before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: unknown): text is Role => ROLES.includes(text as Role);

export interface Identity {
  /** Name of the user or of the API key. */
  readonly name: string;
  readonly role: Role;
  readonly source: 'password' | 'token' | 'session' | 'key';
  /** Milliseconds since the epoch at which it ends; null: with its credentials. */
  readonly until: number | null;
  /** Whether it sees the arguments of processes. */
  readonly seesArguments: boolean;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 };

/** Null may do nothing. */
export const hasRole = (identity: Identity | null, needed: Role): boolean =>
  identity !== null && RANK[identity.role] >= RANK[needed];

/** Same person and same rights: a stream that began for one may go on for the other. */
export const isSameIdentity = (a: Identity | null, b: Identity | null): boolean =>
  a?.name === b?.name && a?.role === b?.role && a?.seesArguments === b?.seesArguments;

export const isSeeing = (role: Role, viewerArguments: boolean): boolean =>
  role !== 'viewer' || viewerArguments;
