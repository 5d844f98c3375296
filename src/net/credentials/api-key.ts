/** API keys: named, with a role or a scope, revocable one by one. */
import { isRole, KEY_SCOPES, type KeyScope, type Role } from './identity.ts';
import { hashSecret, type KeptSecret, randomSecret } from './secrets-file.ts';

export interface KeptKey extends KeptSecret {
  /** Missing: viewer. */
  readonly scope?: Role | KeyScope;
  /** Milliseconds since the epoch; missing: never. */
  readonly expires?: number;
}

export const isScope = (text: unknown): text is Role | KeyScope =>
  isRole(text) || KEY_SCOPES.includes(text as KeyScope);

const PREFIX = 'gander_';
const BYTES = 32;

/** `gander_` and 43 characters that can stand in a URL. */
export const createApiKey = (): string => PREFIX + randomSecret(BYTES);

export const isApiKey = (text: string): boolean => text.startsWith(PREFIX);

export const hashApiKey = hashSecret;
