/** Which servers went offline, alone or together with others. Pure: time comes in. */
import type { FirstHop } from '../../core/host.ts';
import type { FleetOutages } from '../../core/outages.ts';
import type { ServerState } from './state.ts';
import { isAnswering } from '../../core/server-status.ts';

/** @param now monotonic @param paceMs milliseconds between two polls at present */
type TakeOutages = (states: readonly ServerState[], now: number, paceMs: number) => FleetOutages;

/** Polls without an answer before a server counts as offline. */
const ATTEMPTS = 3;
/** Servers that go offline within this time do so together; longer where polls are further apart. */
const TOGETHER_MS = 30_000;
/** More servers than this at once, or this share of all, are a mass. */
const MOST_ALONE = 3;
const SHARE = 1 / 3;

interface OutageTimes {
  /** Since the last answer. */
  offlineAfterMs(): number;
  /** Likewise for servers that were stopped as planned. */
  stoppedAfterMs(): number;
}

/**
 * Servers that were never online since the start are no outage.
 * @param hopTo last address of a server; null: unknown
 */
export function createOutages(
  { offlineAfterMs, stoppedAfterMs }: OutageTimes,
  hopTo: (id: string) => FirstHop | null = () => null,
): TakeOutages {
  const wasOnline = new Set<string>();
  const alone = new Set<string>();
  const mass = new Set<string>();
  const forget = (id: string): void => {
    alone.delete(id);
    mass.delete(id);
  };

  return (states, now, paceMs) => {
    const known = new Set(states.map(({ server }) => server.id));
    for (const id of [...wasOnline, ...alone, ...mass])
      if (!known.has(id)) {
        wasOnline.delete(id);
        forget(id);
      }
    for (const { server, status } of states) {
      if (isAnswering({ status })) wasOnline.add(server.id);
      // One that asks for a password is there.
      if (status !== 'OFFLINE' && status !== 'UNKNOWN') forget(server.id);
    }
    // Polls are a tenth early or late, and take some seconds.
    const windowMs = Math.max(TOGETHER_MS, paceMs * 1.2);
    const isDue = ({ failures, answeredAt, since }: ServerState): boolean =>
      failures >= ATTEMPTS && now - (answeredAt ?? since) >= offlineAfterMs() && now - since >= windowMs;
    const isExpected = ({ stoppedAt }: ServerState): boolean =>
      stoppedAt !== null && now - stoppedAt < stoppedAfterMs();
    const offline = states.filter(({ status }) => status === 'OFFLINE');
    const fresh = offline
      .filter((state) => !isExpected(state))
      .filter(({ server: { id } }) => wasOnline.has(id) && !alone.has(id) && !mass.has(id))
      .sort((a, b) => a.since - b.since);
    const first = fresh.find(isDue);
    if (first !== undefined) {
      const together = fresh.filter(({ since }) => Math.abs(since - first.since) <= windowMs);
      const isMass =
        together.length > MOST_ALONE || (together.length > 1 && together.length >= states.length * SHARE);
      if (isMass) for (const { server } of together) mass.add(server.id);
      else for (const { server } of fresh.filter(isDue)) alone.add(server.id);
    }
    return {
      offline: offline.map(({ server: { id, alias, name }, reason }) => ({
        id,
        name: alias ?? name,
        reason,
        isConfirmed: alone.has(id),
        isInMass: mass.has(id),
        hop: hopTo(id),
      })),
      unknown: states.filter(({ status }) => status === 'UNKNOWN').map(({ server }) => server.id),
    };
  };
}
