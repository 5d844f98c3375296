/** Errors of the libraries, as problems of a login. */
import { adopt } from '../../core/adopt.ts';
import { loose, texts } from '../../core/shape.ts';
import { safeText } from '../../net/agents/values/extract.ts';
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

const refusalIn = adopt(loose(texts('error', 'error_description')));

export function toLoginProblem(error: unknown): LoginProblem {
  if (error instanceof LoginProblem) return error;
  if (error instanceof RequestError) return new LoginProblem('away', error.message);
  const { error: code, error_description: description } = refusalIn(error) ?? {};
  if (code !== undefined) {
    const said = description === undefined ? code : `${code} (${description})`;
    return new LoginProblem(REFUSALS[code] ?? 'failed', `the provider says ${lineOf(said)}`);
  }
  const { cause } = error as Error;
  const isBroken = cause instanceof Response && cause.status >= 500;
  return new LoginProblem(isBroken ? 'away' : 'failed', lineOf(messageOf(error)));
}

/** Texts of others must not make lines in the log. */
const lineOf = (text: string): string => safeText(text).slice(0, 200);
