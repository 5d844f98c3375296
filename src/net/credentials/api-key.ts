/** API keys: named, read-only, revocable one by one. */
import { hash, randomBytes } from 'node:crypto';

/** The stored form of a key. */
export interface KeptKey {
  readonly name: string;
  /**
   * SHA-256 as hex. A key is 256 random bits, so there is nothing to guess and no need for the slow hash that protects
   * passwords, which people choose.
   */
  readonly hash: string;
  /** ISO 8601. */
  readonly created: string;
}

const PREFIX = 'gander_';
const BYTES = 32;

/** `gander_` and 43 characters that can stand in a URL. */
export const createApiKey = (): string => PREFIX + randomBytes(BYTES).toString('base64url');

export const isApiKey = (text: string): boolean => text.startsWith(PREFIX);

export const hashApiKey = (key: string): string => hash('sha256', key, 'hex');

/** Why a text cannot name a key, or null. */
export const keyNameProblem = (name: string): string | null =>
  /^[\w.@-]{1,64}$/.test(name)
    ? null
    : `"${name.slice(0, 64)}" cannot name a key: use letters, digits and - _ . @, at most 64`;
