/** When something will be full, by the history on disk of this machine. */
import { FORECASTS } from '../../core/alert-feeds.ts';
import type { Clock } from '../../core/host.ts';
import type { Archive } from '../../keep/archive/archive.ts';
import { ArchiveHistory } from '../../keep/archive/history.ts';
import { Forecaster } from '../../keep/forecast/forecaster.ts';
import type { HistorySource } from '../../keep/past/history-source.ts';
import type { Agent } from './agent.ts';
import type { ArchiveOff } from './archive.ts';

export interface OpenForecastsSetup {
  archive: Archive | ArchiveOff;
  agent: Pick<Agent, 'store' | 'kinds' | 'plugins'>;
  clock: Clock;
}

/** Made, not started. */
export function openForecasts({ archive, agent, clock }: OpenForecastsSetup): Forecaster {
  const names = new Set(agent.plugins.map(({ name }) => name));
  return new Forecaster({
    source: () => sourceOf(archive, clock.now()),
    latest: (plugin) => (names.has(plugin) ? agent.store.latest(plugin).value : null),
    clock,
    onResult: (forecasts) => agent.kinds?.publish(FORECASTS, forecasts),
  });
}

function sourceOf(archive: Archive | ArchiveOff, now: number): HistorySource | string {
  if ('off' in archive) return `There is no history on disk: ${archive.off}.`;
  const reading = archive.reading();
  if (reading === null)
    return `There is no history on disk: ${archive.status.reason ?? 'it is being opened'}.`;
  return new ArchiveHistory({
    open: () => ({ archive, reading }),
    now,
    samples: () => 0,
    registry: [],
    events: async () => ({ events: [], marks: [], notes: [] }),
  });
}
