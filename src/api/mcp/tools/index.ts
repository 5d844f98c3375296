/** All tools, in the order in which assistants see them: what is asked first stands first. */
import type { Tool } from '../tool.ts';
import { alerts, events, forecasts, logs } from './alerts.ts';
import { explain, moment, top, whatChanged } from './causes.ts';
import { containers, process, processes, units } from './programs.ts';
import { compareHosts, findSeries, history } from './series.ts';
import { health, hosts, whyMissing } from './state.ts';

export const TOOLS: readonly Tool[] = [
  hosts,
  health,
  explain,
  whatChanged,
  moment,
  top,
  processes,
  process,
  containers,
  units,
  findSeries,
  history,
  compareHosts,
  alerts,
  events,
  forecasts,
  logs,
  whyMissing,
];
