/** Whether silences hold back an event: of this machine, or about servers of a hub. */
import type { EventFinding, SavedEvent } from '../../core/event.ts';
import type { SilencedServer, Silences } from '../../judge/events/silences.ts';
import { ALERT_KINDS } from '../../judge/kinds/index.ts';

export interface SilencedEvent {
  readonly type: string;
  readonly item: string | null;
  readonly finding?: Pick<EventFinding, 'kind' | 'details'> | null;
  /** Id of the server that it is about. */
  readonly server?: string;
}

/** A server by its id; null: there is none. */
export type FindServer = (id: string) => SilencedServer | null;

export interface Silenced {
  covers(event: SilencedEvent): boolean;
  /** An alert is over: acknowledgements are, too. */
  ended(saved: Pick<SavedEvent, 'event' | 'server'>): void;
  /** Names and tags of a hub's servers. */
  follow(find: FindServer): void;
}

/** @param silences null: there can be none */
export function createSilenced(silences: Silences | null): Silenced {
  let find: FindServer = () => null;
  const named = (id: string): SilencedServer => find(id) ?? { names: [id], tags: [] };
  return {
    covers({ type, item, finding, server }) {
      if (silences === null) return false;
      if (server !== undefined) return silences.coversServers(type, [named(server)]);
      if (silences.covers(type)) return true;
      const kind = ALERT_KINDS.find(({ name }) => name === finding?.kind);
      const ids = kind?.serversOf?.({ subject: item, ...(finding && { details: finding.details }) }) ?? [];
      return kind !== undefined && ids.length > 0 && silences.coversServers(kind.name, ids.map(named));
    },
    ended: ({ event, server }) => silences?.ended(event.type, server && named(server.id)),
    follow: (next) => void (find = next),
  };
}
