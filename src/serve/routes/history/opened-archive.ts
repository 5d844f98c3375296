/** The history on disk, for routes that read it. */
import type { FastifyRequest } from 'fastify';
import type { Archive } from '../../../keep/archive/archive.ts';
import type { RangeSetup } from '../../../keep/archive/query/range.ts';
import type { RouteContext } from '../../route/context.ts';
import { noArchive } from '../../http/errors.ts';
import { isGone } from '../../http/client.ts';

/** The work ends with a `GoneError` once the client has disconnected. Throws an `ApiError` where there is none. */
export function openedOf(
  archive: RouteContext['archive'],
  request: FastifyRequest,
): { archive: Archive; reading: RangeSetup } {
  if ('off' in archive) throw noArchive(archive.off);
  const reading = archive.reading(() => isGone(request));
  if (reading === null) throw noArchive(archive.status.reason ?? 'it is being opened');
  return { archive, reading };
}
