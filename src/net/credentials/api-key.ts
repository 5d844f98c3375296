/** API keys: named, with a role or a scope, revocable one by one. */
import { closed, number, oneOf, text, type TypeOf } from '../../core/shape.ts';
import { isKeyScope, isRole, KEY_SCOPES, type KeyScope, type Role, ROLES } from './identity.ts';
import { hashSecret, randomSecret, SECRET_MEMBERS } from './secrets-file.ts';

export const SCOPES = [...ROLES, ...(Object.keys(KEY_SCOPES) as KeyScope[])];

export const KEY = closed(
  'An API key.',
  {
    ...SECRET_MEMBERS,
    scope: oneOf(SCOPES, 'Missing: viewer.'),
    expires: number('Milliseconds since the epoch; missing: never.'),
    board: text('Of the scope wall: the board that it shows; missing: the verdict.'),
  },
  ['scope', 'expires', 'board'],
);
export type KeptKey = TypeOf<typeof KEY>;

export const isScope = (text: string): text is Role | KeyScope => isRole(text) || isKeyScope(text);

export const MOST_DAYS = 3650;
const DAY_MS = 86_400_000;

/** @param days until it expires; null: never @param now milliseconds since the epoch */
export const endOfDays = (days: number | null, now: number): Pick<KeptKey, 'expires'> =>
  days === null ? {} : { expires: now + days * DAY_MS };

export const API_KEY_START = 'gander_';
const BYTES = 32;

/** `gander_` and 43 characters that can stand in a URL. */
export const createApiKey = (): string => API_KEY_START + randomSecret(BYTES);

export const isApiKey = (text: string): boolean => text.startsWith(API_KEY_START);

export const hashApiKey = hashSecret;
