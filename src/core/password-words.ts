/** Reasons of a server that requires a password, shared by hub and page. */
import type { Phrase } from './phrase.ts';

export const CHECKING_PASSWORD: Phrase = 'the password is being checked';
/** Begin of a sentence. */
export const WRONG_PASSWORD: Phrase = 'Wrong password';
