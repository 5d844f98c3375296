/** Exporters of the configuration, which begin once the servers listen. */
import { Environment, LogWriter, WatchedHost } from '../../core/base-services.ts';
import { definePart, pieceOf } from '../../core/parts/part.ts';
import { optional, service } from '../../core/parts/service.ts';
import { EventEngine } from '../../alerts/events/engine.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { RunningExporters } from '../metrics/exporters.ts';
import { Listening } from '../../http/server/listening.ts';
import { ExportPlan } from './export-plan.ts';
import type { OpenedExports as Opened } from './exports.ts';

export const OpenedExports = service<Opened>('running exporters');

/** Loads the exporters only if some run. */
export const exportersPart = definePart({
  name: 'running exporters',
  needs: {
    plan: ExportPlan,
    listening: optional(Listening),
    environment: Environment,
    host: WatchedHost,
    sampling: Sampling,
    levels: WatchedLevels,
    events: optional(EventEngine),
    log: LogWriter,
  },
  provides: OpenedExports,
  async open({ plan, listening, ...setup }, scope) {
    const { openExports } = await import('./exports.ts');
    const exports = openExports(plan, setup);
    // Servers come first: reading the queues may take longer than the start.
    if (listening === null) scope.onStart(() => exports.start());
    else listening.whenListening('exports', () => exports.start());
    scope.onStop(() => exports.stop());
    return exports;
  },
});

/** For routes and metrics. */
export const runningExportersPart = pieceOf(RunningExporters, OpenedExports, (exports) => exports);
