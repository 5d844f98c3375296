/** Users and API keys of a server, as `gander user` and `gander key` manage them. */
import { createMutex } from '../../core/mutex.ts';
import { service } from '../../core/parts/service.ts';

export interface Accounts {
  /** Folder of users and their passwords. */
  readonly userFolder: string;
  /** File of the API keys. */
  readonly keyPath: string;
  /** Folder in which servers keep the last uses of keys; null: there is none. */
  readonly stateFolder: string | null;
  /** User of the password with which the server was started; null: none. */
  readonly startUser: string | null;
  /** One change at a time. */
  change<T>(work: () => Promise<T>): Promise<T>;
}
export const Accounts = service<Accounts>('users and API keys');

export const createAccounts = (setup: Omit<Accounts, 'change'>): Accounts => ({
  ...setup,
  change: createMutex(),
});
