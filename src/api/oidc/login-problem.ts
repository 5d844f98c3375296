/** Why a login at the provider fails. */

/**
 * Reason that the page shows. away: the provider does not respond; denied: it refuses this user; refused: the user has no role here;
 * failed: any other error, including attacks.
 */
export type LoginProblemKind = 'away' | 'denied' | 'refused' | 'failed';

/** Failed login. The message is a sentence without a full stop, for the log. */
export class LoginProblem extends Error {
  override readonly name = 'LoginProblem';
  readonly kind: LoginProblemKind;

  constructor(kind: LoginProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
