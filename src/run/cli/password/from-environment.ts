/** Passwords without a dialog, for containers and services. */
import { readGivenFile } from '../../../net/credentials/private-file.ts';
import { UsageError } from '../../../core/errors.ts';
import { service } from '../../../core/parts/service.ts';

/** Passwords from the environment, which are removed from it so that child processes do not inherit them. */
export interface GivenPassword {
  user: string | undefined;
  /** In clear. */
  password: string | undefined;
}
export const GivenPassword = service<GivenPassword>('password of the environment');

type Environment = Record<string, string | undefined>;

/** Reads `GANDER_USERNAME`, `GANDER_PASSWORD` and `GANDER_PASSWORD_FILE`. Throws {@link UsageError}, `AuthError`. */
export function takePassword(environment: Environment): GivenPassword {
  const { GANDER_USERNAME: user, GANDER_PASSWORD: password, GANDER_PASSWORD_FILE: path } = environment;
  delete environment['GANDER_PASSWORD'];
  if (password !== undefined && path !== undefined)
    throw new UsageError('GANDER_PASSWORD and GANDER_PASSWORD_FILE exclude each other: set one of them.');
  if (password === '' || path === '')
    throw new UsageError(
      `GANDER_PASSWORD${path === '' ? '_FILE' : ''} is set and empty: give it a value, or remove it.`,
    );
  if (user === '') throw new UsageError('GANDER_USERNAME is set and empty: give it a value, or remove it.');
  return { user, password: path === undefined ? password : readSecret(path) };
}

/** Returns the first line, since editors and `echo` append a line end. */
function readSecret(path: string): string {
  const text = readGivenFile(path);
  if (text === null) throw new UsageError(`GANDER_PASSWORD_FILE: there is no file ${path}.`);
  const [password = ''] = text.split(/\r?\n/);
  if (password === '')
    throw new UsageError(`GANDER_PASSWORD_FILE: ${path} is empty: write the password on its first line.`);
  return password;
}
