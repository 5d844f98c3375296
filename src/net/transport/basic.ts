/** Credentials of RFC 7617, in UTF-8. */
import { RequestError } from './request-error.ts';

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** From the credentials in a URL; null: none. */
export function basicOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  try {
    return basicAuthorization(decodeURIComponent(username), decodeURIComponent(password));
  } catch {
    throw new RequestError('absent', 'in the user name and password of an address, % must be written as %25');
  }
}
