/** Folders of password files and API keys. */
import { configFolders, type Environment } from '../../config/search.ts';
import { API_KEY_FILE } from '../../../net/credentials/api-key-file.ts';
import type { PasswordFolders } from '../../../net/credentials/password-file.ts';

/** @param configured [passwords] local_password_path, in which `~` is the home directory */
export function passwordFolders(configured: string | undefined, environment: Environment): PasswordFolders {
  if (configured !== undefined) return { own: inHome(configured, environment) };
  return { own: userFolder('gander', environment), borrowed: userFolder('glances', environment) };
}

export const apiKeyPath = ({ own }: PasswordFolders): string => `${own}/${API_KEY_FILE}`;

const inHome = (path: string, { HOME: home = '' }: Environment): string =>
  path.replace(/^~(?=\/|$)/, home).replace(/(?<=[^/])\/+$/, '');

/** Returns the user's folder, or the system's for a service without a home. */
const userFolder = (program: string, environment: Environment): string =>
  configFolders(program, environment)[0] ?? `/etc/${program}`;
