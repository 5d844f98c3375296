/** Tells the alert kinds of a hub which of its servers do not answer. */
import type { Clock } from '../../core/host.ts';
import type { Fleet } from '../../fleet/hub/fleet.ts';
import { createOutages } from '../../fleet/hub/outages.ts';
import { fleetFeed } from '../../judge/kinds/host-offline.ts';
import type { KindWatch } from '../../judge/kinds/watch.ts';

const EVERY_MS = 5000;

/** @param offlineAfter seconds without an answer. The result ends it. */
export function watchOutages(
  hub: Pick<Fleet, 'states' | 'paceMs'>,
  kinds: Pick<KindWatch, 'observes' | 'publish'>,
  clock: Clock,
  offlineAfter: number,
): () => void {
  if (!kinds.observes(fleetFeed.name)) return () => {};
  const outages = createOutages(offlineAfter * 1000);
  let cancel = (): void => {};
  const publish = (): void => {
    cancel = clock.setTimer(publish, EVERY_MS);
    kinds.publish(fleetFeed, outages(hub.states(), clock.now(), hub.paceMs()));
  };
  publish();
  return () => cancel();
}
