/** `gander key`: API keys of servers with the same configuration. */
import { addApiKey, readApiKeys, removeApiKey } from '../../net/credentials/api-key-file.ts';
import { endOfDays } from '../../net/credentials/api-key.ts';
import { lastUses } from '../../net/credentials/key-uses.ts';
import { auditCommand } from '../../net/credentials/audit-command.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { apiKeyPath, passwordFolders } from '../cli/password/folders.ts';
import { type KeyOptions, type KeyTask, parseKeyArguments } from '../cli/key-arguments.ts';
import { readConfiguration } from '../parts/configuration.ts';

/** Resolves with the exit code. Throws `UsageError` and `AuthError`. */
export async function run({ argv, env, stdout, stderr, getuid }: NodeJS.Process): Promise<number> {
  const parsed = parseKeyArguments(argv.slice(3));
  if ('help' in parsed) {
    stdout.write(parsed.help);
    return 0;
  }
  const { sections } = await readConfiguration(parsed.options.conf, env);
  const path = apiKeyPath(passwordFolders(sections.passwords.local_password_path, env));
  const state = stateFolder(env, getuid?.() === 0);
  const { lines, notes } = await manageKeys(parsed.command, parsed.options, { path, state, now: Date.now() });
  if (parsed.command !== 'list')
    await auditCommand(
      { folder: state, action: `key ${parsed.command}`, target: parsed.options.name },
      stderr,
    );
  for (const line of lines) stdout.write(`${line}\n`);
  for (const note of notes) stderr.write(`${note}\n`);
  return 0;
}

interface KeySetup {
  /** File of the keys. */
  readonly path: string;
  /** Folder in which servers keep the last uses; null: there is none. */
  readonly state: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface KeyReport {
  /** Output for programs. */
  readonly lines: readonly string[];
  /** Output for people. */
  readonly notes: readonly string[];
}

/** Rejects with `UsageError` and `AuthError`. */
export async function manageKeys(
  task: KeyTask,
  { name, scope, days }: KeyOptions,
  { path, state, now }: KeySetup,
): Promise<KeyReport> {
  if (task === 'add') {
    const key = await addApiKey(path, name, { scope, ...endOfDays(days, now) });
    return {
      lines: [key],
      notes: [
        `This is the key ${name}, shown only now; its hash is in ${path}. Clients send it as ` +
          '"Authorization: Bearer <key>".',
      ],
    };
  }
  if (task === 'remove') {
    await removeApiKey(path, name);
    return {
      lines: [],
      notes: [`The key ${name} is no longer in ${path}; a running server refuses it now.`],
    };
  }
  const keys = readApiKeys(path);
  const uses = lastUses(state);
  const dateOf = (time: number | undefined): string =>
    time === undefined ? '-' : new Date(time).toISOString();
  return {
    lines: keys.map((key) =>
      [key.name, key.scope ?? 'viewer', key.created, dateOf(key.expires), dateOf(uses.get(key.name))].join(
        '\t',
      ),
    ),
    notes: keys.length === 0 ? [`There are no API keys in ${path}.`] : [],
  };
}
