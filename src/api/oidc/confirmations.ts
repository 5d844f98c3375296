/** Asks the provider in the background whether its logins still hold, so that a role or a user withdrawn there ends here, too. */
import type { Clock } from '../../core/host.ts';
import type { OwnSessions } from '../../net/credentials/authenticator.ts';
import type { LoginProblem } from './login-problem.ts';
import type { Oidc } from './oidc.ts';

interface ConfirmationsSetup {
  oidc: Pick<Oidc, 'host' | 'confirm'>;
  sessions: Pick<OwnSessions, 'logins' | 'confirm'>;
  clock: Pick<Clock, 'now' | 'setTimer'>;
  log(level: 'INFO' | 'WARNING', text: string): void;
}

/** A role that was withdrawn at the provider ends within this time, and a round. */
const DUE_MS = 300_000;
const ROUND_MS = 60_000;

/** Starts at once: access may have been withdrawn while no agent ran. The result stops it. */
export function startConfirmations({ oidc, sessions, clock, log }: ConfirmationsSetup): () => void {
  let cancel = (): void => {};
  let isStopped = false;
  let isAway = false;

  /** One after the other. Throws a `LoginProblem` at the first that the provider does not answer. */
  const confirmAll = async (): Promise<void> => {
    for (const { hash, user, login } of sessions.logins()) {
      // A clock that was set back makes nothing due later.
      const isDue = Math.abs(clock.now() - login.confirmed) >= DUE_MS;
      if (isStopped || login.refreshToken === null || !isDue) continue;
      const now = await oidc.confirm(login);
      if (sessions.confirm(hash, now))
        log(
          'INFO',
          `${user} has ${now === null ? 'no session any more' : `the role ${now.role}`}, as ${oidc.host} says.`,
        );
    }
  };
  const round = async (): Promise<void> => {
    try {
      await confirmAll();
      if (isAway) log('INFO', `${oidc.host} confirms logins again.`);
      isAway = false;
    } catch (error) {
      if (!isAway)
        log(
          'WARNING',
          `${oidc.host} does not confirm logins: ${(error as LoginProblem).message}. They last for 12 hours at most.`,
        );
      isAway = true;
    }
    if (!isStopped) cancel = clock.setTimer(() => void round(), ROUND_MS);
  };
  void round();
  return () => {
    isStopped = true;
    cancel();
  };
}
