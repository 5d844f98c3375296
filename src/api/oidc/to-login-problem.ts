/** Errors of the libraries, as problems of a login. */
import { RequestError } from '../../net/transport/request-error.ts';
import { LoginProblem, type LoginProblemKind } from './login-problem.ts';
import { messageOf } from '../../core/message-of.ts';

/** Errors of OAuth 2.0 with which a provider refuses a user, or says that it has a problem: RFC 6749, 4.1.2.1. */
const REFUSALS: Readonly<Record<string, LoginProblemKind>> = {
  access_denied: 'denied',
  login_required: 'denied',
  server_error: 'away',
  temporarily_unavailable: 'away',
};

export function toLoginProblem(error: unknown): LoginProblem {
  if (error instanceof LoginProblem) return error;
  if (error instanceof RequestError) return new LoginProblem('away', error.message);
  const {
    error: code,
    error_description: description,
    cause,
  } = error as {
    error?: unknown;
    error_description?: unknown;
    cause?: unknown;
  };
  if (typeof code === 'string') {
    const said = typeof description === 'string' ? `${code} (${description})` : code;
    return new LoginProblem(REFUSALS[code] ?? 'failed', `the provider says ${oneLine(said)}`);
  }
  const isBroken = cause instanceof Response && cause.status >= 500;
  return new LoginProblem(isBroken ? 'away' : 'failed', oneLine(messageOf(error)));
}

/** Texts of others must not make lines in the log. */
const oneLine = (text: string): string => text.replaceAll(/\p{C}/gu, ' ').slice(0, 200);
