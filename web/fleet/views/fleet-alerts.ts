/** Alerts of many servers on one timeline. */
import { localReason } from '../../../src/show/display/said-words.ts';
import type { ServedMember } from '../../../src/core/served.ts';
import { ApiProblem, type Client } from '../../api/client.ts';
import type { Stretches } from '../../../src/core/stretches.ts';
import type { AlertEvent } from '../../api/types.ts';
import type { AlertsOfServer, FleetColumn, Server } from '../../api/servers.ts';
import { pageOf } from '../../api/server-page.ts';
import { type Level, levelOfAlert, rankOf } from '../../../src/show/display/levels.ts';
import { type Episode, episodesOf } from '../../alerts/episodes.ts';
import type { ShownSilence, SilenceControl, SilenceScope } from '../../alerts/silence-control.ts';
import { localAlert } from '../../../src/show/display/alert-words.ts';
import { culpritWords } from '../../../src/show/display/culprit-words.ts';
import { silenceWords } from '../../../src/show/display/machine-verdict.ts';
import { printable } from '../../../src/show/display/printable.ts';
import { levelOfValue } from '../../../src/show/display/servers.ts';
import { isAnswering } from '../../../src/core/server-status.ts';
import { t } from '../../../src/show/display/language.ts';

/** A current alert of any server. */
export interface StandingAlert {
  readonly key: string;
  readonly server: Server;
  /** Null: silenced. */
  readonly level: Level | null;
  readonly sentence: string;
  /** Unix milliseconds; null: unknown. */
  readonly since: number | null;
  readonly stretches: Stretches | null;
  /** Who causes it: `mostly java`; empty: unknown. */
  readonly who: string;
  /** Address; null: nothing to open. */
  readonly href: string | null;
  /** Null: a value without an alert, which is not notified. */
  readonly silence: AlertSilence | null;
}

/** Name of a server's alert in silences. */
export interface AlertSilence {
  /** Of this alert only. */
  readonly type: string;
  readonly scopes: readonly SilenceScope[];
  of(control: SilenceControl): ShownSilence | undefined;
}

/** Of a server, and of servers with its tags. */
function silenceOf(server: Server, type: string, own: string | null = null): AlertSilence {
  const { id, alias, name, tags } = server;
  const called = { names: [id, name, ...(alias === null ? [] : [alias])], tags };
  return {
    type: own ?? `${id}/${type}`,
    scopes: [
      [`${id}/*`, t('all alerts of {alias}', { alias: printable(alias ?? name, 60) })],
      ...tags.map((tag): SilenceScope => [
        `tag:${tag}`,
        t('all servers tagged {tag}', { tag: printable(tag, 60) }),
      ]),
      ['*/*', t('all servers')],
    ],
    of: (control) => (own === null ? undefined : control.of(own)) ?? control.of(type, called),
  };
}

/**
 * Alerts of all servers: those they list, values of servers without a list, and offline servers. Worst first, then latest.
 * @param words formats a value with its heading
 */
export function standingAlerts(
  servers: readonly Server[],
  lists: readonly AlertsOfServer[],
  columns: readonly FleetColumn[],
  words: (column: FleetColumn, value: ServedMember) => string,
): StandingAlert[] {
  const listed = new Map(lists.map((one) => [one.id, one.alerts]));
  const own = (server: Server): StandingAlert[] =>
    (listed.get(server.id) ?? []).map(localAlert).map((alert) => ({
      key: `${server.id} ${alert.type}`,
      server,
      level: levelOfAlert(alert),
      sentence: alert.sentence + silenceWords(alert),
      since: alert.since,
      stretches: alert.stretches,
      who: culpritWords(alert.culprits),
      href: pageOf(server) + alert.link,
      silence: silenceOf(server, alert.type),
    }));
  const derived = (server: Server): StandingAlert[] =>
    columns.flatMap((column): StandingAlert[] => {
      const value = server.values[column.key];
      const level = levelOfValue(value);
      if (rankOf(level) < rankOf('warning')) return [];
      const sentence = words(column, value?.value);
      const rest = { since: null, stretches: null, who: '', href: null, silence: null };
      return [{ key: `${server.id} ${column.key}`, server, level: level ?? 'warning', sentence, ...rest }];
    });
  const offline = (server: Server): StandingAlert => ({
    key: `${server.id} offline`,
    server,
    level: 'critical',
    sentence:
      server.reason === null ? t('does not answer') : `${t('does not answer')}: ${localReason(server)}`,
    since: Date.parse(server.since),
    stretches: null,
    who: '',
    href: null,
    // An event of the hub.
    silence: silenceOf(server, 'HOST_OFFLINE', `HOST_OFFLINE_${server.id.toUpperCase()}`),
  });
  return servers
    .flatMap((server) => {
      // A server offline since the hub's start is not new.
      if (server.status === 'OFFLINE') return server.age === null ? [] : [offline(server)];
      if (!isAnswering(server)) return [];
      return server.verdict === null ? derived(server) : own(server);
    })
    .sort((a, b) => rankOf(b.level) - rankOf(a.level) || (b.since ?? 0) - (a.since ?? 0));
}

export interface HostEpisode {
  readonly server: Server;
  readonly episode: Episode;
}

export interface HostLane {
  readonly server: Server;
  readonly events: readonly AlertEvent[];
}

/** Concurrent requests: the hub forwards 32. */
const AT_ONCE = 4;

/**
 * Recent events of each server, if available; the last ten of servers without a journal.
 * @param onEvents receives each server's reply
 */
export async function loadEvents(
  client: Client,
  servers: readonly Server[],
  hours: number,
  onEvents: (server: Server, events: readonly AlertEvent[] | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...servers];
  const one = async (): Promise<void> => {
    for (let server = waiting.shift(); server !== undefined && !signal.aborted; server = waiting.shift()) {
      const events = await eventsOf(client, server, hours, signal).catch(() => null);
      if (!signal.aborted) onEvents(server, events);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function eventsOf(
  client: Client,
  { id }: Server,
  hours: number,
  signal: AbortSignal,
): Promise<readonly AlertEvent[]> {
  const base = `servers/${encodeURIComponent(id)}/api/`;
  try {
    const path = `${base}history/events?kind=event&from=-${hours}h`;
    return checked((await client.get<{ events: unknown }>(path, signal)).events);
  } catch (error) {
    // Without a journal, or another agent.
    if (!(error instanceof ApiProblem) || (error.status !== 404 && error.status !== 503)) throw error;
    return checked(await client.get<unknown>(`${base}4/alert`, signal));
  }
}

/** Other agents may reply anything. */
const checked = (value: unknown): AlertEvent[] =>
  Array.isArray(value)
    ? value.filter(
        (one): one is AlertEvent =>
          typeof one === 'object' &&
          one !== null &&
          typeof (one as AlertEvent).begin === 'number' &&
          typeof (one as AlertEvent).end === 'number' &&
          typeof (one as AlertEvent).type === 'string',
      )
    : [];

const isWithin = ({ end }: AlertEvent, since: number): boolean => end === -1 || end >= since;

/** A lane per server with events: ongoing first, then latest first. @param since Unix seconds */
export function lanesOf(
  found: Iterable<readonly [Server, readonly AlertEvent[]]>,
  since: number,
): HostLane[] {
  const lanes: HostLane[] = [];
  for (const [server, all] of found) {
    const events = all.filter((event) => isWithin(event, since)).sort((a, b) => b.begin - a.begin);
    if (events.length > 0) lanes.push({ server, events });
  }
  const isOngoing = ({ events }: HostLane): number => Number(events.some(({ end }) => end === -1));
  return lanes.sort(
    (a, b) => isOngoing(b) - isOngoing(a) || (b.events[0]?.begin ?? 0) - (a.events[0]?.begin ?? 0),
  );
}

/** Equal alerts of a server as one, ongoing first, then latest first. @param now Unix seconds */
export const episodesIn = (lanes: readonly HostLane[], now: number): HostEpisode[] =>
  lanes
    .flatMap(({ server, events }) => episodesOf(events, now).map((episode) => ({ server, episode })))
    .sort(
      ({ episode: a }, { episode: b }) =>
        Number(b.isOngoing) - Number(a.isOngoing) || (b.events[0]?.begin ?? 0) - (a.events[0]?.begin ?? 0),
    );
