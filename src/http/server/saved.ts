/** Confirms changes once they are on disk. */
import { reasonOf } from '../../core/files/reason-of.ts';
import { ApiError } from './errors.ts';

/** Returns the result of a change. Throws an `ApiError` if it cannot be saved. @param name name of the object: `The note` */
export async function saved<T>(name: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(500, `${name} cannot be kept: ${reasonOf(error)}`);
  }
}
