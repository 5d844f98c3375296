import { messageOf } from '../message-of.ts';
import { fileWords } from '../file-words.ts';
import { errorCode } from './error-code.ts';

/** Words for an error, without codes of the file system. */
export const reasonOf = (error: unknown): string => fileWords(error, errorCode(error)) ?? messageOf(error);
