/** Reads the probes of alert kinds. */
import { explain } from '../../core/explain.ts';
import type { Host } from '../../core/host.ts';
import type { FailureWatch } from './watch.ts';
import type { AlertProbe } from '../../measure/probes/probe.ts';
import { readFetched } from '../../core/fetched.ts';

interface AlertProbesSetup {
  probes: readonly AlertProbe[];
  watch: Pick<FailureWatch, 'observes' | 'publish'>;
  host: Host;
  log: (severity: 'WARNING', text: string) => void;
}

/** Reads the probes of alert kinds at their intervals; the result stops it. A hanging probe delays only itself. */
export function runAlertProbes({ probes, watch, host, log }: AlertProbesSetup): () => void {
  const cancels = probes.map(({ feed, seconds, create }) => {
    const files = host.reader?.(feed.name) ?? null;
    const readNow = create(files?.host ?? host);
    const read = () => (files === null ? readNow() : readFetched(files, readNow));
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
    // Deferred: the start does not need it, nor do short commands.
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
