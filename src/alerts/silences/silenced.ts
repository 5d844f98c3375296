/** Finds the servers of an event, and whether it is silenced. */
import type { EventFinding, SavedEvent } from '../../core/event.ts';
import { service } from '../../core/parts/service.ts';
import type { SilencedServer, Silences } from './silences.ts';
import { FAILURE_RULES } from '../failure-rules/index.ts';
import { THIS_HOST } from '../notify/notifier.ts';

interface SilencedEvent {
  readonly type: string;
  readonly item: string | null;
  readonly finding?: Pick<EventFinding, 'kind' | 'details'> | null;
  /** Id of its server. */
  readonly server?: string;
}

/** A server by its id; null: unknown. */
type FindServer = (id: string) => SilencedServer | null;

export interface Silenced {
  /** Names of the event's servers, and their tags as `tag:prod`; null: all are unknown. */
  namesOf(event: SilencedEvent): readonly string[] | null;
  covers(event: SilencedEvent): boolean;
  /** Ends the acknowledgements of an alert that is over. */
  ended(saved: Pick<SavedEvent, 'event' | 'server'>): void;
}
export const Silenced = service<Silenced>('silenced alerts');

/**
 * @param silences null: not available
 * @param find names and tags of a hub's servers
 */
export function createSilenced(silences: Silences | null, find: FindServer = () => null): Silenced {
  const named = (id: string): SilencedServer => find(id) ?? { names: [id], tags: [] };
  /** Servers in an alert of the hub itself. */
  const idsOf = ({ item, finding }: SilencedEvent): readonly string[] => {
    const kind = FAILURE_RULES.find(({ name }) => name === finding?.kind);
    return kind?.serversOf?.({ subject: item, ...(finding && { details: finding.details }) }) ?? [];
  };
  return {
    namesOf(event) {
      const ids = event.server === undefined ? idsOf(event) : [event.server];
      if (ids.length === 0) return [THIS_HOST];
      const known = ids.flatMap((id) => find(id) ?? []);
      const all = known.flatMap(({ names, tags }) => [...names, ...tags.map((tag) => `tag:${tag}`)]);
      return known.length === 0 ? null : all;
    },
    covers(event) {
      const { type, finding, server } = event;
      if (silences === null) return false;
      if (server !== undefined) return silences.coversServers(type, [named(server)]);
      if (silences.covers(type)) return true;
      const ids = idsOf(event);
      return ids.length > 0 && silences.coversServers(finding?.kind ?? '', ids.map(named));
    },
    ended: ({ event, server }) => silences?.ended(event.type, server && named(server.id)),
  };
}
