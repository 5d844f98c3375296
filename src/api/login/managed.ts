/** Changes of users and API keys over the API. */
import type { MaybePromise } from '../../core/plugin.ts';
import { UsageError } from '../../core/errors.ts';
import { ApiError } from '../../http/server/errors.ts';
import { AuthError } from '../../net/credentials/errors.ts';

/** Converts refusals of the commands to replies: 400 for invalid requests, 500 for unusable files. */
export async function managed<T>(work: () => MaybePromise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof AuthError)) throw error;
    // Details of replies end without a point.
    throw new ApiError(error instanceof UsageError ? 400 : 500, error.message.replace(/\.$/, ''));
  }
}
