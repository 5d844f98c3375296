/** Changes that are confirmed once they are on disk. */
import { ApiError } from './errors.ts';

/** The result of a change. Throws an `ApiError` where it cannot be kept. @param name of what changes: `The note` */
export async function kept<T>(name: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      500,
      `${name} cannot be kept: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
