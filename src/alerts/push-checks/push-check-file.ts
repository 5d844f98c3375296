/** The file of push checks: `{"beats": [{"name", "hash", "created", "every", "grace"}]}`. */
import { closed, number, type TypeOf } from '../../core/shape.ts';
import {
  defineSecretsFile,
  hashSecret,
  randomSecret,
  SECRET_MEMBERS,
} from '../../net/credentials/secrets-file.ts';

const TIME = { minimum: 0 };
const CHECK = closed('A call that another program is to make regularly.', {
  ...SECRET_MEMBERS,
  every: number('Milliseconds between two calls.', TIME),
  grace: number('Milliseconds that a call may be late.', TIME),
});
export type PushCheck = TypeOf<typeof CHECK>;

const TOKEN_BYTES = 24;

const file = defineSecretsFile({
  entry: CHECK,
  member: 'beats',
  one: 'a beat',
  many: 'beats',
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
