import { RequestError } from '../../net/transport/request-error.ts';
import { ApiError } from '../../http/server/errors.ts';

/** Errors of the server or the database become 502, never a challenge for the hub's password. */
export function throwGateway(error: unknown): never {
  if (!(error instanceof RequestError)) throw error;
  if (error.problem === 'absent') throw new ApiError(404, error.message);
  throw new ApiError(error.problem === 'late' ? 504 : 502, error.message);
}
