/** Ways in which a run ends early. The messages are whole sentences for the user. */
import { UsageError } from '../config/errors.ts';

/** The arguments cannot be understood; the usage text goes with the message. Exit code 2. */
export class SyntaxProblem extends UsageError {}

/** What was asked for cannot be done on this machine now. Exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

export const EXIT_USAGE = 2;
export const EXIT_FAILURE = 1;
