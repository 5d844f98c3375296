/** API keys: named, read-only, revocable one by one. */
import { hashSecret, type KeptSecret, randomSecret } from './secrets-file.ts';

export type KeptKey = KeptSecret;

const PREFIX = 'gander_';
const BYTES = 32;

/** `gander_` and 43 characters that can stand in a URL. */
export const createApiKey = (): string => PREFIX + randomSecret(BYTES);

export const isApiKey = (text: string): boolean => text.startsWith(PREFIX);

export const hashApiKey = hashSecret;
