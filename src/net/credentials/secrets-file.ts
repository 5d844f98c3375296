/** Private files with hashes of named secrets: `{"<member>": [{"name", "hash", "created", …}]}`. */
import { hash, randomBytes } from 'node:crypto';
import { UsageError } from '../../core/errors.ts';
import { parseAs, problemText } from '../../core/files/state-file.ts';
import { closed, listOf, type Shape, text, type TypeOf, where } from '../../core/shape.ts';
import { AuthError } from './errors.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

/** The stored form of a secret. */
export const SECRET_MEMBERS = {
  name: text(),
  // Secrets have at least 192 random bits, so the slow hash for passwords is unnecessary.
  hash: where(text(), 'a hash: 64 hexadecimal digits', (hash) => /^[\da-f]{64}$/.test(hash)),
  created: text('Time of creation in ISO 8601.'),
};
const SECRET = closed('A secret.', SECRET_MEMBERS);
type KeptSecret = TypeOf<typeof SECRET>;

/** One type of such a file. */
interface SecretsFile<T extends KeptSecret> {
  /** Empty if there is no file. Throws {@link AuthError} if it cannot be read or parsed. */
  read(path: string): T[];
  /** Stores the hash of a secret. Rejects with {@link UsageError} for a name, {@link AuthError} for the file. */
  add(path: string, item: T): Promise<void>;
  /** Rejects with {@link UsageError} if there is no such name, {@link AuthError} if the file cannot be used. */
  remove(path: string, name: string): Promise<void>;
}

interface SecretsFileSetup<T> {
  /** Shape of an entry. */
  entry: Shape<T>;
  /** Name of the list in the file. */
  member: string;
  /** Singular with article, and plural: `an API key`, `API keys`. */
  one: string;
  many: string;
}

export function defineSecretsFile<T extends KeptSecret>(setup: SecretsFileSetup<T>): SecretsFile<T> {
  const { member, one, many, entry } = setup;
  const noun = one.replace(/^an? /, '');
  const parse = parseAs(closed(`The file of ${many}.`, { [member]: listOf(entry) }));
  const read = (path: string): T[] => {
    const content = readPrivateFile(path);
    if (content === null) return [];
    const { value, problems } = parse(content);
    if (value === null)
      throw new AuthError(`${path} does not hold ${many}: ${problemText(problems)}. Repair or remove it.`);
    return [...(value[member] ?? [])];
  };
  /** Writes the list; removes the file once it is empty. */
  const write = async (path: string, items: readonly T[]): Promise<void> => {
    if (items.length === 0) await removePrivateFile(path);
    else await writePrivateFile(path, `${JSON.stringify({ [member]: items }, null, 2)}\n`);
  };
  return {
    read,
    async add(path, item) {
      const problem = nameProblem(item.name);
      if (problem !== null) throw new UsageError(`${problem}.`);
      const items = read(path);
      if (items.some(({ name }) => name === item.name))
        throw new UsageError(
          `There is ${one} ${item.name} already: remove it first, or choose another name.`,
        );
      await write(path, [...items, item]);
    },
    async remove(path, name) {
      const items = read(path);
      const rest = items.filter((item) => item.name !== name);
      if (rest.length === items.length)
        throw new UsageError(`There is no ${noun} ${name} in ${path}${known(items)}.`);
      await write(path, rest);
    },
  };
}

/** Lists the names to choose from. */
const known = (items: readonly KeptSecret[]): string =>
  items.length === 0 ? '' : `, which has ${items.map(({ name }) => name).join(', ')}`;

/** Random URL-safe characters. */
export const randomSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** Why a text is not a valid name; null: it is. */
export const nameProblem = (name: string): string | null =>
  /^[\w.@-]{1,64}$/.test(name)
    ? null
    : `"${name.slice(0, 64)}" cannot be a name: use letters, digits and - _ . @, at most 64`;
