/** Reads what alert kinds observe beyond plugins. */
import { explain } from '../../core/explain.ts';
import type { Host } from '../../core/host.ts';
import type { KindWatch } from '../../judge/kinds/watch.ts';
import type { AlertProbe } from '../../measure/probes/probe.ts';

export interface AlertProbesSetup {
  probes: readonly AlertProbe[];
  watch: Pick<KindWatch, 'observes' | 'publish'>;
  host: Host;
  log: (severity: 'WARNING', text: string) => void;
}

/** Reads probes that kinds observe, at their pace; the result ends it. One that hangs delays only itself. */
export function runAlertProbes({ probes, watch, host, log }: AlertProbesSetup): () => void {
  const cancels = probes.map(({ feed, seconds, create }) => {
    const read = create(host);
    let cancel = (): void => {};
    let hasFailed = false;
    let isStopped = false;
    const look = async (): Promise<void> => {
      try {
        if (watch.observes(feed.name)) watch.publish(feed, await read());
        hasFailed = false;
      } catch (error) {
        watch.publish(feed, null);
        if (!hasFailed) log('WARNING', `Alerts of ${feed.name} are not judged: ${explain(error)}.`);
        hasFailed = true;
      }
      if (!isStopped) cancel = host.clock.setTimer(() => void look(), seconds * 1000);
    };
    // Not at once: nothing of the start waits for it, and commands that end at once need none.
    cancel = host.clock.setTimer(() => void look(), seconds * 1000);
    return () => {
      isStopped = true;
      cancel();
    };
  });
  return () => {
    for (const cancel of cancels) cancel();
  };
}
