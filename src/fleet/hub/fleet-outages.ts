/** Reports unreachable servers to the alert kinds of a hub. */
import type { FirstHop, Host } from '../../core/host.ts';
import type { Fleet } from './fleet.ts';
import { createOutages } from './outages.ts';
import type { ServerState } from './state.ts';
import { isAnswering } from '../../core/server-status.ts';
import { fleetFeed, hostOffline } from '../../alerts/failure-rules/host-offline.ts';
import type { FailureWatch } from '../../alerts/failure-rules/watch.ts';

const EVERY_MS = 5000;
/** Routes rarely change, and there may be thousands. */
const ROUTES_AT_ONCE = 50;
const ROUTE_MS = 600_000;

/** Watches outages of servers. Returns a stop function. */
export function watchOutages(
  hub: Pick<Fleet, 'states' | 'paceMs'>,
  failureRules: Pick<FailureWatch, 'observes' | 'publish' | 'optionsOf'>,
  { clock, routeTo }: Pick<Host, 'clock' | 'routeTo'>,
): () => void {
  const routes = new Map<string, { hop: FirstHop | null; until: number }>();
  const msOf = (key: string): number => Number(failureRules.optionsOf(hostOffline)[key]) * 1000;
  const times = {
    offlineAfterMs: () => msOf('host_offline_after'),
    stoppedAfterMs: () => msOf('host_offline_stopped_after'),
  };
  const outages = createOutages(times, (id) => routes.get(id)?.hop ?? null);
  let cancel = (): void => {};

  const followRoutes = (states: readonly ServerState[]): void => {
    const now = clock.monotonic();
    const due = states.filter(
      ({ server, status, ip }) =>
        ip !== null && isAnswering({ status }) && (routes.get(server.id)?.until ?? 0) <= now,
    );
    for (const { server, ip } of due.slice(0, ROUTES_AT_ONCE)) {
      const hop = routes.get(server.id)?.hop ?? null;
      routes.set(server.id, { hop, until: now + ROUTE_MS });
      routeTo(ip ?? '').then(
        (found) => routes.set(server.id, { hop: found, until: now + ROUTE_MS }),
        () => undefined,
      );
    }
    if (routes.size <= states.length) return;
    const known = new Set(states.map(({ server }) => server.id));
    for (const id of routes.keys()) if (!known.has(id)) routes.delete(id);
  };

  const publish = (): void => {
    cancel = clock.setTimer(publish, EVERY_MS);
    // A reload may enable its observers.
    if (!failureRules.observes(fleetFeed.name)) return;
    const states = hub.states();
    followRoutes(states);
    failureRules.publish(fleetFeed, outages(states, clock.monotonic(), hub.paceMs()));
  };
  publish();
  return () => cancel();
}
