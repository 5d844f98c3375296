/** Exporters of the configuration, which begin once the servers listen, and their state over the API. */
import { Environment, LogWriter, WatchedHost } from '../../core/base-services.ts';
import { definePart } from '../../core/parts/part.ts';
import { optional } from '../../core/parts/service.ts';
import { EventEngine } from '../../alerts/events/engine.ts';
import { WatchedLevels } from '../../measure/levels/levels.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { RunningExporters } from '../metrics/exporters.ts';
import { Listening } from '../../http/server/listening.ts';
import { Routes } from '../../http/route/route.ts';
import { ExportPlan } from './export-plan.ts';
import { exporterRoutes } from './exporters-route.ts';

/** Loads the exporters only if some run. */
export const exportersPart = definePart({
  name: 'exporters',
  needs: {
    plan: ExportPlan,
    listening: Listening,
    environment: Environment,
    host: WatchedHost,
    sampling: Sampling,
    levels: WatchedLevels,
    events: optional(EventEngine),
    log: LogWriter,
  },
  provides: RunningExporters,
  async open({ plan, listening, ...setup }, scope) {
    const { openExports } = await import('./exports.ts');
    const exports = openExports(plan, setup);
    // Reading the queues may take longer than the start.
    listening.whenListening(() => void exports.start());
    scope.onStop(() => exports.stop());
    return exports;
  },
});

/** A separate part: exporters end beside the servers, not behind them, so each has the whole time limit of the end. */
export const exporterRoutesPart = definePart({
  name: 'routes of exporters',
  brings: [Routes.of(exporterRoutes)],
});
