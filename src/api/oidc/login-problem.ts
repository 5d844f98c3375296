/** Why a login at the provider fails. */

/**
 * What the page says. away: the provider does not answer; denied: it does not let this user in; refused: the user has no role here;
 * failed: anything else, an attack among it.
 */
export type LoginProblemKind = 'away' | 'denied' | 'refused' | 'failed';

/** The message is a sentence without a full stop, for the log. */
export class LoginProblem extends Error {
  override readonly name = 'LoginProblem';
  readonly kind: LoginProblemKind;

  constructor(kind: LoginProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
