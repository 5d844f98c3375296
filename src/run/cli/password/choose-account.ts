/** Determines user and password from environment, file or dialog. */
import { UsageError, Failure } from '../../../core/errors.ts';
import { createHash, randomUUID } from 'node:crypto';
import { service } from '../../../core/parts/service.ts';
import { type Account, DEFAULT_USER, userNameProblem } from '../../../net/credentials/account.ts';
import {
  type PasswordFile,
  type PasswordFolders,
  findPassword,
  passwordPath,
} from '../../../net/credentials/password-file.ts';
import { AuthError } from '../../../net/credentials/errors.ts';
import { hashPassword } from '../../../net/credentials/password-hash.ts';
import { isOpenToOthers } from '../../../net/credentials/private-file.ts';
import type { Values } from '../options.ts';
import { askPassword } from './ask-password.ts';
import type { GivenPassword } from './from-environment.ts';
import type { Terminal } from './terminal.ts';

export interface ChosenAccount {
  account: Account;
  /** Source file, to be followed for changes; null: not from a file. */
  file: PasswordFile | null;
  notices: string[];
  warnings: string[];
  /** Why no password is valid, a sentence; missing: one is. */
  damage?: string;
}
export const ChosenAccount = service<ChosenAccount>('account of the server');

export interface ChooseSetup {
  values: Pick<Values, 'password_prompt' | 'username_prompt' | 'username_used'>;
  given: GivenPassword;
  folders: PasswordFolders;
  terminal: Terminal;
  /** Of `[outputs]`; undefined: not set. */
  configured?: { readonly username: string | undefined; readonly password: string | undefined };
}

/** User of the password in `[outputs]`, for clients of Glances 5. */
const USER_OF_5 = 'glances';

/**
 * Null if no password is required. A damaged password file admits nobody; a terminal shows the error. Throws {@link Failure} and
 * `AuthError`.
 */
export async function chooseAccount(setup: ChooseSetup): Promise<ChosenAccount | null> {
  const { values, given, folders, configured } = setup;
  if (given.password === undefined && configured?.password !== undefined)
    return ofConfiguration(setup, configured.password);
  if (!isWanted(setup)) return null;
  if (given.password !== undefined) {
    const user = checked(values.username_used ?? given.user ?? DEFAULT_USER);
    // The hash differs at every start; tokens outlive a restart where the configuration has their secret.
    const edition = createHash('sha256').update(given.password).digest('base64');
    return plain({ user, hash: await hashPassword(given.password), edition });
  }
  const user = await userName(setup);
  const file = findUndamaged(setup, user);
  if (typeof file === 'string') return locked(folders, user, file);
  if (file !== null && !(await mustChange(setup, file))) return fromFile(file, user);
  if (!setup.terminal.isInteractive) throw nobodyToAsk(folders, user);
  return saved(await askPassword(setup.terminal, folders.own, user), folders);
}

/** Returns the account of `[outputs]`, whose password wins over a file. */
function ofConfiguration({ values, folders, configured }: ChooseSetup, hash: string): ChosenAccount {
  const user = configured?.username ?? USER_OF_5;
  const account = { user, hash, edition: createHash('sha256').update(hash).digest('base64') };
  const path = passwordPath(folders.own, values.username_used ?? user);
  const warnings = isWantedByOption(values)
    ? [
        `[outputs] password is the password of ${user}, so ${path} and the options for passwords are not used.`,
      ]
    : [];
  return { ...plain(account), warnings };
}

const isWantedByOption = (values: ChooseSetup['values']): boolean =>
  values.password_prompt || values.username_prompt || values.username_used !== null;

/** Why the file is damaged, where nobody sees an error. */
function findUndamaged({ folders, terminal }: ChooseSetup, user: string): PasswordFile | string | null {
  try {
    return findPassword(folders, user);
  } catch (error) {
    if (!(error instanceof AuthError) || terminal.isInteractive) throw error;
    return error.message;
  }
}

/** An account that no password opens, until its file is repaired. */
function locked({ own }: PasswordFolders, user: string, damage: string): ChosenAccount {
  const account = { user, hash: '', edition: randomUUID() };
  const file = { path: passwordPath(own, user), account, isBorrowed: false };
  return { ...plain(account), file, damage: `${damage} Until then nobody can log in with a password.` };
}

const isWanted = ({ values, given }: ChooseSetup): boolean =>
  isWantedByOption(values) || given.user !== undefined || given.password !== undefined;

async function userName({ values, given, terminal }: ChooseSetup): Promise<string> {
  const known = values.username_used ?? given.user;
  if (known !== null && known !== undefined) return checked(known);
  if (!values.username_prompt) return DEFAULT_USER;
  if (!terminal.isInteractive)
    throw new UsageError(
      '--username asks on a terminal, and there is none: name the user with -u or GANDER_USERNAME.',
    );
  return checked(await terminal.ask('Enter new username: '));
}

function checked(user: string): string {
  const problem = userNameProblem(user);
  if (problem !== null) throw new UsageError(`${problem}.`);
  return user;
}

/** `--username` is how a password is changed; the other options only use it. */
async function mustChange({ values, terminal }: ChooseSetup, file: PasswordFile): Promise<boolean> {
  if (!values.username_prompt || !terminal.isInteractive) return false;
  return isYes(await terminal.ask(`The user ${file.account.user} has a password. Change it? [Yes/No]: `));
}

const isYes = (answer: string): boolean => /^y/i.test(answer);

const plain = (account: Account): ChosenAccount => ({ account, file: null, notices: [], warnings: [] });

/** Returns the account of the entered password, with its file if saved. */
function saved(account: Account, { own }: PasswordFolders): ChosenAccount {
  const file = findPassword({ own }, account.user);
  return { ...plain(account), file: file?.account.hash === account.hash ? file : null };
}

function fromFile(file: PasswordFile, asked: string): ChosenAccount {
  const { path, account, isBorrowed } = file;
  return {
    account,
    file,
    notices:
      isBorrowed || account.user !== asked
        ? [`There is no password of ${asked}, so ${path} is used: clients log in as ${account.user}.`]
        : [],
    warnings: isOpenToOthers(path)
      ? [`${path} can be read by other users of this machine: chmod 600 ends that.`]
      : [],
  };
}

const nobodyToAsk = ({ own }: PasswordFolders, user: string): Failure =>
  new Failure(
    `There is no password of user ${user} in ${own}, and no terminal to ask for one: set GANDER_PASSWORD_FILE or ` +
      'GANDER_PASSWORD, or run the same command in a terminal once.',
  );
