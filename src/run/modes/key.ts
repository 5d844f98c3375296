/** `gander key`: API keys of servers with the same configuration. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { addApiKey, readApiKeys, removeApiKey } from '../../net/credentials/api-key-file.ts';
import { endOfDays } from '../../net/credentials/api-key.ts';
import { lastUses } from '../../net/credentials/key-uses.ts';
import { type CommandReport, reportChange } from '../../net/credentials/audit-command.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { apiKeyPath, passwordFolders } from '../cli/password/folders.ts';
import { type KeyOptions, type KeyTask, parseKeyArguments } from '../cli/key-arguments.ts';
import { readConfiguration } from '../parts/configuration.ts';

/** Resolves with the exit code. Throws `UsageError` and `AuthError`. */
export const run = defineRun(parseKeyArguments, async ({ command, options }, process) => {
  const { env } = process;
  const { sections } = await readConfiguration(options.conf, env);
  const path = apiKeyPath(passwordFolders(sections.passwords.local_password_path, env));
  const state = stateFolder(env, process.getuid?.() === 0);
  const report = await manageKeys(command, options, { path, state, now: Date.now() });
  return reportChange(report, { folder: state, noun: 'key', task: command, target: options.name }, process);
});

interface KeySetup {
  /** File of the keys. */
  readonly path: string;
  /** Folder in which servers keep the last uses; null: there is none. */
  readonly state: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Rejects with `UsageError` and `AuthError`. */
export async function manageKeys(
  task: KeyTask,
  { name, scope, days }: KeyOptions,
  { path, state, now }: KeySetup,
): Promise<CommandReport> {
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
