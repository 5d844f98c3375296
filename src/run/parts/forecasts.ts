/** Forecasts when something will be full, from the history on disk. */
import { FORECASTS } from '../../core/alert-feeds.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { Clock } from '../../core/host.ts';
import type { Archive } from '../../keep/archive/archive.ts';
import { Forecaster } from '../../keep/forecast/forecaster.ts';
import { HOURS } from '../../keep/forecast/growth.ts';
import type { Agent } from './agent.ts';
import { ownPast } from './own-past.ts';
import { forecastSource } from './past-series.ts';
import type { ArchiveOff } from './archive.ts';

export interface OpenForecastsSetup {
  archive: Archive | ArchiveOff;
  agent: Pick<Agent, 'store' | 'kinds' | 'plugins'>;
  clock: Clock;
}

/** Created, not started. */
export function openForecasts({ archive, agent, clock }: OpenForecastsSetup): Forecaster {
  return new Forecaster({
    source: () => ownPast(archive, { now: clock.now() }),
    latest: latestOf(agent),
    clock,
    onResult: (forecasts) => agent.kinds?.publish(FORECASTS, forecasts),
  });
}

/** Values of enabled plugins. */
function latestOf({ plugins, store }: Pick<Agent, 'store' | 'plugins'>): (plugin: string) => unknown {
  const names = new Set(plugins.map(({ name }) => name));
  return (plugin) => (names.has(plugin) ? store.latest(plugin).value : null);
}

export interface FolderForecastsSetup extends Pick<OpenForecastsSetup, 'clock'> {
  path: string;
  agent: Pick<Agent, 'store' | 'plugins'>;
  registry: readonly Plugin[];
}

/** The same beside the agent that writes the history, in one run, since somebody waits. Created, not started. */
export const openFolderForecasts = ({ path, agent, clock, registry }: FolderForecastsSetup): Forecaster =>
  new Forecaster({
    source: () => forecastSource(path, registry),
    latest: latestOf(agent),
    clock,
    piece: HOURS,
    onResult: () => {},
  });
