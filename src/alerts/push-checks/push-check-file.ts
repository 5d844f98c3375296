/** The file of push checks: `{"beats": [{"name", "hash", "created", "every", "grace"}]}`. */
import {
  defineSecretsFile,
  hashSecret,
  type KeptSecret,
  randomSecret,
} from '../../net/credentials/secrets-file.ts';

/** A call that another program is to make regularly. */
export interface PushCheck extends KeptSecret {
  /** Milliseconds between two calls. */
  readonly every: number;
  /** Milliseconds that a call may be late. */
  readonly grace: number;
}

const TOKEN_BYTES = 24;

const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const file = defineSecretsFile<PushCheck>({
  member: 'beats',
  one: 'a beat',
  many: 'beats',
  hasMore: ({ every, grace }) => isTime(every) && isTime(grace),
});

export const readPushChecks = file.read;
export const removePushCheck = file.remove;

/** Makes a token and keeps its hash; the result is the only copy of the token. Rejects with `AuthError`. */
export async function addPushCheck(
  path: string,
  { name, every, grace }: Pick<PushCheck, 'name' | 'every' | 'grace'>,
): Promise<string> {
  const token = randomSecret(TOKEN_BYTES);
  await file.add(path, { name, hash: hashSecret(token), created: new Date().toISOString(), every, grace });
  return token;
}
