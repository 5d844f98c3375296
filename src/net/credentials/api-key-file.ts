/** The file of API keys: `{"keys": [{"name", "hash", "created", "scope", "expires"}]}`. */
import { createApiKey, hashApiKey, KEY, type KeptKey } from './api-key.ts';
import { defineSecretsFile } from './secrets-file.ts';

export const API_KEY_FILE = 'api-keys.json';

const file = defineSecretsFile({
  entry: KEY,
  member: 'keys',
  one: 'an API key',
  many: 'API keys',
});

export const readApiKeys = file.read;
export const removeApiKey = file.remove;

/** Makes a key and keeps its hash; the result is the only copy of the key. Rejects with `AuthError`. */
export async function addApiKey(
  path: string,
  name: string,
  more: Required<Pick<KeptKey, 'scope'>> & Pick<KeptKey, 'expires' | 'board'>,
): Promise<string> {
  const key = createApiKey();
  await file.add(path, { name, hash: hashApiKey(key), created: new Date().toISOString(), ...more });
  return key;
}
