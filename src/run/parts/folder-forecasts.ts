/** Forecasts beside the agent that writes the history. */
import type { Clock } from '../../core/host.ts';
import type { Plugin } from '../../core/plugin.ts';
import { Forecaster } from '../../history/forecast/forecaster.ts';
import { HOURS } from '../../history/forecast/growth.ts';
import { latestOf } from '../../history/forecast/latest-of.ts';
import type { Agent } from './agent.ts';
import { forecastSource } from './past-series.ts';

interface FolderForecastsSetup {
  clock: Clock;
  path: string;
  agent: Pick<Agent, 'store' | 'plugins'>;
  registry: readonly Plugin[];
}

/** Reads everything in one run, since a user waits. Created, not started. */
export const openFolderForecasts = ({ path, agent, clock, registry }: FolderForecastsSetup): Forecaster =>
  new Forecaster({
    source: () => forecastSource(path, registry),
    latest: latestOf(agent),
    clock,
    piece: HOURS,
    onResult: () => {},
  });
