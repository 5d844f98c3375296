/** Reasons of a server that requires a password, shared by hub and page. */

export const CHECKING_PASSWORD = 'the password is being checked';
/** Begin of a sentence. */
export const WRONG_PASSWORD = 'Wrong password';
