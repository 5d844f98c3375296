/** Tells hubs about a planned stop as soon as a signal stops this process, while its servers close, so that they report no failure. */
import { PlannedStop } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { HubPolls } from '../../api/values/hub-polls.ts';
import { shortAddress } from '../../core/ip-address.ts';
import { bracketed } from '../../core/server-name.ts';
import { PLANNED_STOP_PATH, plannedStopIn } from '../../net/agents/planned-stop.ts';
import { request } from '../../net/transport/transport.ts';

interface PlannedStops extends HubPolls {
  /** Resolves when all hubs know, or after two seconds; never rejects. */
  say(): Promise<void>;
}

/** Beyond, the hub with the oldest poll is forgotten. */
const MOST = 8;
/** Longest time that servers may take to close: on a busy machine, a hub hears of it after more than one second. */
const WITHIN_MS = 2000;

/** @param withinMs longest wait for one hub */
export function createPlannedStops(withinMs = WITHIN_MS): PlannedStops {
  const hubs = new Map<string, { readonly token: string }>();
  return {
    note(address, header) {
      const plannedStop = plannedStopIn(header);
      const host = shortAddress(address);
      if (plannedStop === null || host === '') return;
      const url = `http${plannedStop.isSecure ? 's' : ''}://${bracketed(host)}:${plannedStop.port}${plannedStop.prefix}${PLANNED_STOP_PATH}`;
      hubs.delete(url);
      hubs.set(url, plannedStop);
      const [oldest] = hubs.keys();
      if (hubs.size > MOST && oldest !== undefined) hubs.delete(oldest);
    },
    async say() {
      await Promise.allSettled([...hubs].map(([url, { token }]) => tell(url, token, withinMs)));
    },
  };
}

const tell = (url: string, token: string, timeoutMs: number) =>
  request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    timeoutMs,
    maxBytes: 10_000,
    // Certificates rarely name addresses. The token is valid for this message only.
    connections: { tls: () => ({ rejectUnauthorized: false }) },
  });

/** @param withinMs longest wait for one hub; tests beside load need a longer one */
export const plannedStopsWithin = (withinMs?: number) =>
  definePart({
    name: 'planned stops',
    needs: { planned: PlannedStop },
    provides: HubPolls,
    open({ planned: { signalled } }, scope) {
      const { note, say } = createPlannedStops(withinMs);
      let said: Promise<void> | undefined;
      scope.onStart(() => void signalled.then(() => (said = say())));
      scope.onStop(() => said);
      return { note };
    },
  });

export const plannedStopsPart = plannedStopsWithin();
