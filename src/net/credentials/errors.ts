/** Errors that end a start or a command; the messages are whole sentences for the user. */

/** A password or a key cannot be read, written or used. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}
