/** Refusals as versions 3 and 2 make them: docs/decisions/0041-older-apis.md. */
import { ApiError } from '../../http/errors.ts';

const CHALLENGE = 'Basic realm="private"';

/** Every refusal of credentials asks for Basic ones, whatever came. */
export function challenging(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(401, error.detail, { ...error.headers, 'www-authenticate': CHALLENGE });
}
