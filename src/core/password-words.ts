/** Reasons of a server that asks for a password, which hub and page share. */

export const CHECKING_PASSWORD = 'the password is being checked';
/** Begin of a sentence. */
export const WRONG_PASSWORD = 'Wrong password';
