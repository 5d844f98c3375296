/** Users with passwords. */
import type { Role } from './identity.ts';

export interface Account {
  readonly user: string;
  /** Hash in the form of a password file. */
  readonly hash: string;
  /** Changes with the password and with nothing else, no clock either: tokens are good for the edition they were issued for. */
  readonly edition: string;
}

export interface User extends Account {
  readonly role: Role;
  /** Names and tags of the only servers of a hub that the user may see; null: no restriction. */
  readonly servers: readonly string[] | null;
}

export const DEFAULT_USER = 'gander';

/** Why a text cannot be a user name, or null. Names are parts of file names, and a colon ends them in RFC 7617. */
export function userNameProblem(name: string): string | null {
  if (name === '') return 'A user name is needed';
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f/:]/.test(name) || /^\.+$/.test(name) || name.length > 64)
    return `"${name.slice(0, 64)}" cannot be a user name: it may hold no slash, no colon and at most 64 characters`;
  return null;
}
