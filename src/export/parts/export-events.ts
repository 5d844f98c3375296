/** Raises events for exporters with failing targets: in the list, the journal and notifications. */
import type { Clock } from '../../core/host.ts';
import type { ExporterState } from '../metrics/exporters.ts';
import type { EventEngine } from '../../alerts/events/engine.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { PROMPT } from '../../measure/levels/alert-delays.ts';

/** The restart of a target raises no event. */
const DELAY_SECONDS = 300;
const LOOK_MS = 15_000;

type Watched = Pick<ExporterState, 'name' | 'failing_since' | 'dropped_samples'>;

/** Checks the exporters regularly; the result stops it. */
export function watchExporters(
  states: () => readonly Watched[],
  events: Pick<EventEngine, 'take'>,
  clock: Clock,
): () => void {
  /** Values lost before the current failure, by exporter. */
  const lost = new Map<string, number>();
  let cancel = (): void => {};
  const look = (): void => {
    cancel = clock.setTimer(look, LOOK_MS);
    const now = clock.now();
    const verdicts = states().map((state) => {
      const { full, age } = state.dropped_samples;
      if (state.failing_since === null) lost.set(state.name, full + age);
      return verdictOn(state, full + age > (lost.get(state.name) ?? 0), now);
    });
    events.take('export', verdicts, now);
  };
  look();
  return () => cancel();
}

/** Seconds of failure: WARNING after five minutes, CRITICAL once values are lost. */
function verdictOn({ name, failing_since: since }: Watched, isLosing: boolean, now: number): LevelVerdict {
  const value = since === null ? 0 : Math.max(0, Math.round((now - since) / 1000));
  return {
    field: 'failing',
    identity: name,
    stat: `export_${name}`,
    names: [],
    log: true,
    thresholds: { careful: null, warning: DELAY_SECONDS, critical: null },
    delays: PROMPT,
    isOwn: false,
    rule: { header: '' },
    unit: 'seconds',
    level: value < DELAY_SECONDS ? 'OK' : isLosing ? 'CRITICAL' : 'WARNING',
    value,
    served: { name },
  };
}
