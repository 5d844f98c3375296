/** The file of API keys: `{"keys": [{"name", "hash", "created"}]}`. */
import { AuthError } from './errors.ts';
import { type KeptKey, createApiKey, hashApiKey, keyNameProblem } from './api-key.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

export const API_KEY_FILE = 'api-keys.json';

/** None when there is no file. Throws {@link AuthError} for one that cannot be read or understood. */
export function readApiKeys(path: string): KeptKey[] {
  const text = readPrivateFile(path);
  if (text === null) return [];
  const keys = parseKeys(text);
  if (keys === null) throw new AuthError(`${path} does not hold API keys: repair or remove it.`);
  return keys;
}

function parseKeys(text: string): KeptKey[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) && keys.every(isKeptKey) ? keys : null;
  } catch {
    return null;
  }
}

function isKeptKey(value: unknown): value is KeptKey {
  if (typeof value !== 'object' || value === null) return false;
  const { name, hash, created } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    typeof created === 'string' &&
    typeof hash === 'string' &&
    /^[\da-f]{64}$/.test(hash)
  );
}

/** Makes a key and keeps its hash; the result is the only copy of the key. Rejects with {@link AuthError}. */
export async function addApiKey(path: string, name: string): Promise<string> {
  const problem = keyNameProblem(name);
  if (problem !== null) throw new AuthError(`${problem}.`);
  const keys = readApiKeys(path);
  if (keys.some((key) => key.name === name))
    throw new AuthError(`There is an API key ${name} already: remove it first, or choose another name.`);
  const key = createApiKey();
  await writeKeys(path, [...keys, { name, hash: hashApiKey(key), created: new Date().toISOString() }]);
  return key;
}

/** Rejects with {@link AuthError} when there is no such key. */
export async function removeApiKey(path: string, name: string): Promise<void> {
  const keys = readApiKeys(path);
  const rest = keys.filter((key) => key.name !== name);
  if (rest.length === keys.length) throw new AuthError(`There is no API key ${name} in ${path}.`);
  await writeKeys(path, rest);
}

/** No file is left when there are no keys. */
async function writeKeys(path: string, keys: readonly KeptKey[]): Promise<void> {
  if (keys.length === 0) await removePrivateFile(path);
  else await writePrivateFile(path, `${JSON.stringify({ keys }, null, 2)}\n`);
}
