/** Changes refused with 403, and their reasons. */
import type { Phrase } from '../../core/phrase.ts';
import { ApiError } from '../server/errors.ts';
import type { Access } from './services.ts';

/** Part of a route's description about these refusals. */
export const ONLY_WITH_PASSWORD =
  'Only where a password is set (403), and not for pages of other sites (403).';

/**
 * Null if a password is set, otherwise the reason: without one, everybody could change things.
 * @param refusal in all catalogues, for the page
 */
export const withoutPassword = ({ authenticator }: Access, refusal: Phrase): Phrase | null =>
  authenticator === null ? refusal : null;

/** Throws an `ApiError` with this reason; null: allowed. */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new ApiError(403, reason);
}
