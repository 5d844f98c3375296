/** Errors of version 5, whose clients know these words. */
import { ApiError } from '../../http/server/errors.ts';

export const BASIC = 'Basic realm="Glances"';

export const unknownPlugin5 = (name: string) => new ApiError(404, `Plugin '${name}' not found`);

export const notAuthenticated5 = (challenge: string, detail = 'Authentication required') =>
  new ApiError(401, detail, { 'www-authenticate': challenge });

/** Refusals of the common checks. */
export function errorOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, headers } = error;
  const challenge = headers['www-authenticate'];
  if (status === 401 && error.detail !== WRONG)
    return notAuthenticated5(challenge === 'Bearer' ? challenge : BASIC);
  return status === 429 ? new ApiError(429, 'Too many requests', headers) : error;
}

const WRONG = 'Invalid credentials';

export const wrongCredentials5 = () => notAuthenticated5(BASIC, WRONG);
