/** Files of access control: read at the start, followed until the end. */
import { existsSync } from 'node:fs';
import type { Server } from 'node:https';
import type { LogWriter } from '../../core/base-services.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { messageOf } from '../../core/message-of.ts';
import type { ClientCertificates } from '../../http/server/client-certificates.ts';
import type { Tls } from '../../http/server/tls.ts';
import type { User } from '../../net/credentials/account.ts';
import { readApiKeys } from '../../net/credentials/api-key-file.ts';
import type { KeptKey } from '../../net/credentials/api-key.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { passwordPath, reloadPassword } from '../../net/credentials/password-file.ts';
import { readUsers, usersPath } from '../../net/credentials/user-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';
import type { ChosenAccount } from '../cli/password/choose-account.ts';

export interface CredentialFiles {
  /** Null: no password is required. */
  chosen: ChosenAccount | null;
  /** File of API keys. */
  keyPath: string;
  /** Folder of users and their passwords. */
  userFolder: string;
  log: LogWriter;
  problems: Pick<FileProblems, 'report'>;
}

/** Milliseconds until a revoked key is refused, and a role that was taken away ends. */
const LOOK_MS = 500;

/** None if the file is damaged: one of them may have been revoked. */
export function keysIn({ keyPath, problems }: CredentialFiles): readonly KeptKey[] {
  try {
    const keys = readApiKeys(keyPath);
    problems.report(keyPath, null);
    return keys;
  } catch (error) {
    problems.report(keyPath, `${messageOf(error)} No API key is accepted until then.`);
    return [];
  }
}

/**
 * Null where there is no file. While the file is damaged, nobody in it has access, and the account of the start is a viewer: the file
 * may have said so.
 */
export function usersIn({ userFolder, chosen, problems }: CredentialFiles): readonly User[] | null {
  const path = usersPath(userFolder);
  try {
    const users = readUsers(userFolder, problems.report);
    problems.report(path, null);
    return users.length === 0 && !existsSync(path) ? null : users;
  } catch (error) {
    problems.report(path, `${messageOf(error)} Until then users have no access, and nobody is an admin.`);
    return chosen === null ? [] : [{ ...chosen.account, role: 'viewer', servers: null }];
  }
}

/** Uses renewed certificates. Returns a stop function. */
export function followCertificate(
  tls: Tls,
  server: Server,
  log: LogWriter,
  clients: ClientCertificates | null,
): () => void {
  clients?.guard(server);
  return tls.followRenewals({
    server,
    onRenewed() {
      clients?.disconnect();
      log.write('INFO', 'The renewed certificate is in use.');
    },
    onProblem: (problem) => log.write('ERROR', `${problem} The certificate of before stays in use.`),
  });
}

/** Reads changed users, keys and passwords again. Returns stop functions. */
export function followCredentials(authenticator: Authenticator, setup: CredentialFiles): (() => void)[] {
  const { chosen, keyPath, userFolder, log, problems } = setup;
  const rolePath = usersPath(userFolder);
  let found = usersIn(setup);
  const usersNow = (): string[] => (found ?? []).map(({ user }) => passwordPath(userFolder, user));
  const users = watchFiles(
    () => [rolePath, ...usersNow()],
    LOOK_MS,
    () => {
      const before = JSON.stringify(found);
      found = usersIn(setup);
      if (JSON.stringify(found) === before) return;
      authenticator.replaceUsers(found ?? []);
      log.write('INFO', `Users were read again from ${rolePath}.`);
    },
  );
  const keys = watchFiles(
    () => [keyPath],
    LOOK_MS,
    () => {
      authenticator.replaceKeys(keysIn(setup));
      log.write('INFO', `API keys were read again from ${keyPath}.`);
    },
  );
  const file = chosen?.file ?? null;
  if (file === null) return [keys, users];
  const password = watchFiles(
    () => [file.path],
    LOOK_MS,
    () => {
      try {
        const account = reloadPassword(file);
        if (account === null) return;
        authenticator.replaceAccount(account);
        problems.report(file.path, null);
        log.write('INFO', `The password of ${account.user} was read again from ${file.path}.`);
      } catch (error) {
        log.write('ERROR', `${messageOf(error)} The password of before stays in use.`);
      }
    },
  );
  return [keys, users, password];
}
