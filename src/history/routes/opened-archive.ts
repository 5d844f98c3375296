/** The history on disk, for routes that read it. */
import { Slice } from '../../core/slice.ts';
import type { FastifyRequest } from 'fastify';
import type { Archive } from '../archive/archive.ts';
import { ArchiveHistory } from '../archive/history.ts';
import type { RangeSetup } from '../archive/query/range.ts';
import type { HistorySource } from '../past/history-source.ts';
import { Off, optional, orOff, type Resolved } from '../../core/parts/service.ts';
import { PastEvents } from '../events/between.ts';
import { OwnArchive } from '../archive/own-archive.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { Now, Registry } from '../../http/route/services.ts';
import { Incident } from '../past/opened-incident.ts';
import { TimelineNotes } from './timeline-notes.ts';
import { noArchive } from '../../http/server/errors.ts';
import { isGone } from '../../http/server/client.ts';

/** Work ends with a `GoneError` once the client has disconnected. Throws an `ApiError` without a history. */
export function openedOf(
  archive: Archive | Off,
  request: FastifyRequest,
): { archive: Archive; reading: RangeSetup } {
  if (archive instanceof Off) throw noArchive(archive.reason);
  const reading = archive.reading(() => isGone(request));
  if (reading === null) throw noArchive(archive.status.reason ?? 'it is being opened');
  return { archive, reading };
}

/** Services for {@link ownHistory}. */
export const HISTORY = {
  agent: AgentParts,
  archive: orOff(OwnArchive),
  incident: optional(Incident),
  notes: optional(TimelineNotes),
  now: Now,
  pastEvents: optional(PastEvents),
  registry: Registry,
} as const;

/** Returns the past of this machine, for one request. Operations throw an `ApiError` if their data is not recorded. */
export function ownHistory(
  { agent, archive, incident, notes, now, pastEvents, registry }: Resolved<typeof HISTORY>,
  request: FastifyRequest,
): HistorySource {
  if (incident !== null) return incident.past.within(new Slice({ isGone: () => isGone(request) }));
  return new ArchiveHistory({
    open: () => openedOf(archive, request),
    now: now(),
    samples: () => agent.plugins.reduce((sum, { name }) => sum + agent.store.latest(name).sequence, 0),
    registry,
    async events(from, to) {
      if (pastEvents === null) throw noArchive('this agent keeps no journal of events');
      return {
        ...(await pastEvents(from, to)),
        notes: notes?.(from, to) ?? [],
      };
    },
  });
}
