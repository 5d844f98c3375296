/** `--api-key add NAME`, `--api-key list`, `--api-key remove NAME`. */
import { addApiKey, readApiKeys, removeApiKey } from '../../net/credentials/api-key-file.ts';
import { SyntaxProblem } from '../../core/commands/endings.ts';
import { apiKeyPath, passwordFolders } from '../cli/password/folders.ts';
import { readConfiguration } from '../parts/configuration.ts';
import type { Run } from '../parts/run.ts';

/** Changes the keys of servers with the same configuration. Resolves with the exit code. */
export async function run({ process, command, print }: Run): Promise<number> {
  const { values, operands } = command;
  const { sections } = await readConfiguration(values.conf_file, process.env);
  const folders = passwordFolders(sections.passwords.local_password_path, process.env);
  const { lines, notes } = await manageApiKeys(values.api_key ?? '', operands, apiKeyPath(folders));
  for (const line of lines) print(line);
  for (const note of notes) process.stderr.write(`${note}\n`);
  return 0;
}

export interface KeyReport {
  /** Output for programs. */
  lines: string[];
  /** Output for people. */
  notes: string[];
}

/** Rejects with {@link SyntaxProblem} for a missing or extra name, otherwise with `AuthError`. */
export async function manageApiKeys(
  action: string,
  names: readonly string[],
  path: string,
): Promise<KeyReport> {
  const [name] = names;
  if (names.length !== (action === 'list' ? 0 : 1) || name === '')
    throw new SyntaxProblem(`--api-key ${action} takes ${action === 'list' ? 'no name' : 'one name'}.`);
  if (name === undefined) return list(path);
  return action === 'add' ? add(name, path) : remove(name, path);
}

function list(path: string): KeyReport {
  const keys = readApiKeys(path);
  return {
    lines: keys.map(({ name, created }) => `${name}\t${created}`),
    notes: keys.length === 0 ? [`There are no API keys in ${path}.`] : [],
  };
}

const add = async (name: string, path: string): Promise<KeyReport> => ({
  lines: [await addApiKey(path, name)],
  notes: [
    `This is the key ${name}, shown only now; its hash is in ${path}. Clients that send it as ` +
      '"Authorization: Bearer <key>" may read, while the server runs with a password.',
  ],
});

async function remove(name: string, path: string): Promise<KeyReport> {
  await removeApiKey(path, name);
  return {
    lines: [],
    notes: [`The key ${name} is no longer in ${path}; a running server refuses it within seconds.`],
  };
}
