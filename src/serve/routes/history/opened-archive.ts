/** The history on disk, for routes that read it. */
import type { FastifyRequest } from 'fastify';
import type { Archive } from '../../../keep/archive/archive.ts';
import { ArchiveHistory } from '../../../keep/archive/history.ts';
import type { RangeSetup } from '../../../keep/archive/query/range.ts';
import type { HistorySource } from '../../../keep/past/history-source.ts';
import { optional } from '../../../core/parts/service.ts';
import type { RouteContext } from '../../route/context.ts';
import { TimelineNotes } from './timeline-notes.ts';
import { noArchive } from '../../http/errors.ts';
import { isGone } from '../../http/client.ts';

/** Work ends with a `GoneError` once the client has disconnected. Throws an `ApiError` without a history. */
export function openedOf(
  archive: RouteContext['archive'],
  request: FastifyRequest,
): { archive: Archive; reading: RangeSetup } {
  if ('off' in archive) throw noArchive(archive.off);
  const reading = archive.reading(() => isGone(request));
  if (reading === null) throw noArchive(archive.status.reason ?? 'it is being opened');
  return { archive, reading };
}

/** The past of this machine, for one request. Operations throw an `ApiError` if their data is not recorded. */
export function ownHistory(context: RouteContext, request: FastifyRequest): HistorySource {
  const { incident, turns } = context;
  if (incident !== null) return incident.past.within(turns.begin(undefined, false, () => isGone(request)));
  return new ArchiveHistory({
    open: () => openedOf(context.archive, request),
    now: context.now(),
    samples: () =>
      context.agent.plugins.reduce((sum, { name }) => sum + context.agent.store.latest(name).sequence, 0),
    registry: context.registry,
    async events(from, to) {
      if (context.pastEvents === null) throw noArchive('this agent keeps no journal of events');
      return {
        ...(await context.pastEvents(from, to)),
        notes: context.services.get(optional(TimelineNotes))?.(from, to) ?? [],
      };
    },
  });
}
