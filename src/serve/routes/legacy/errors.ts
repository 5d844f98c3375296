/** Errors of versions 3 and 2: docs/decisions/0041-older-apis.md. */
import { ApiError } from '../../http/errors.ts';

const CHALLENGE = 'Basic realm="private"';

/** Refused credentials always ask for Basic ones. */
export function challenging(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(401, error.detail, { ...error.headers, 'www-authenticate': CHALLENGE });
}
