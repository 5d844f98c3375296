/** The file of API keys: `{"keys": [{"name", "hash", "created", "scope", "expires"}]}`. */
import { isNumber } from '../../core/members.ts';
import { type KeptKey, createApiKey, hashApiKey, isScope } from './api-key.ts';
import { defineSecretsFile } from './secrets-file.ts';

export const API_KEY_FILE = 'api-keys.json';

const file = defineSecretsFile<KeptKey>({
  member: 'keys',
  one: 'an API key',
  many: 'API keys',
  hasMore: ({ scope, expires }) =>
    (scope === undefined || isScope(scope)) && (expires === undefined || isNumber(expires)),
});

export const readApiKeys = file.read;
export const removeApiKey = file.remove;

/** Makes a key and keeps its hash; the result is the only copy of the key. Rejects with `AuthError`. */
export async function addApiKey(
  path: string,
  name: string,
  more: Pick<KeptKey, 'scope' | 'expires'> = {},
): Promise<string> {
  const key = createApiKey();
  await file.add(path, { name, hash: hashApiKey(key), created: new Date().toISOString(), ...more });
  return key;
}
