/** The dialog that sets a password. */
import type { Account } from '../../../net/credentials/account.ts';
import { passwordPath, savePassword } from '../../../net/credentials/password-file.ts';
import { hashPassword } from '../../../net/credentials/password-hash.ts';
import { Failure } from '../../../core/errors.ts';
import type { Terminal } from './terminal.ts';

/** Rejects with {@link Failure} if the entries differ or are empty. */
export async function askNewPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.askHidden('Enter new password: ');
  if (password === '') throw new Failure('A password cannot be empty.');
  if ((await terminal.askHidden('Confirm new password: ')) !== password)
    throw new Failure('The passwords do not match.');
  return password;
}

/** Rejects like {@link askNewPassword}, and with `AuthError` if it cannot be saved. */
export async function askPassword(terminal: Terminal, folder: string, user: string): Promise<Account> {
  const password = await askNewPassword(terminal);
  const hash = await hashPassword(password);
  const account = { user, hash, edition: hash };
  const path = passwordPath(folder, user);
  const answer = await terminal.ask(`Do you want to save the password in ${path} ? [Yes/No]: `);
  if (/^y/i.test(answer)) await savePassword(folder, account);
  return account;
}
