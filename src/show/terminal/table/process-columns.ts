/** How processes and programs look. */
import { cpuShare, type Running, SEVERAL } from '../../display/process-columns.ts';
import { type ProcessLevels, processLevels } from '../../display/process-levels.ts';
import { TEXT, type Ui } from '../state/ui.ts';
import type { Look } from './look.ts';

export function levelsOf(ui: Ui): ProcessLevels {
  return processLevels(ui.source.limits('processlist'), coresOf(ui));
}

/** Plugins may be off; several tell it. */
export const coresOf = ({ source }: Ui): number =>
  source.latest('cpu')?.cpucore ?? source.latest('load')?.cpucore ?? (source.latest('percpu')?.length || 1);

/** Cores that are 100 % of CPU. */
export const scaleOf = (ui: Ui): number => (ui.view.preferences.perMachine ? Math.max(1, coresOf(ui)) : 1);

export const shareOf = (ui: Ui): ((row: Running) => number | null) =>
  cpuShare(ui.view.preferences.perMachine, coresOf(ui));

const shared = (value: string | number | null | undefined): string =>
  value === SEVERAL ? '*' : (value?.toString() ?? '');

/** Wide columns of the page have no room: the virtual size, the origin, the core. */
export function runningLooks(ui: Ui): Readonly<Record<string, Look<Running>>> {
  const levels = levelsOf(ui);
  return {
    cpu_percent: { width: 5, tone: TEXT, level: (row) => levels.cpu(row.cpu_percent) },
    memory_percent: { width: 5, tone: TEXT, level: (row) => levels.memory(row.memory_percent) },
    rss: { width: 5, keep: 4 },
    // A narrow page has both in a second line.
    username: { width: 8, keep: 2, text: ({ username }) => shared(username) },
    status: {
      width: 1,
      keep: 3,
      tone: TEXT,
      text: ({ status }) => shared(status),
      level: ({ status }) => levels.status(status),
    },
    nice: { width: 3, text: ({ nice }) => shared(nice) },
    num_threads: { width: 4 },
    cpu_times: { width: 9, keep: 5 },
    // Columns go one by one here, and one rate alone says little.
    io_read: { width: 5, keep: 6 },
    io_write: { width: 5, keep: 6 },
  };
}
