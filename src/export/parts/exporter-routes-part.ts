/** The states of exporters over the API. */
import { definePart } from '../../core/parts/part.ts';
import { Routes } from '../../http/route/route.ts';
import { exporterRoutes } from './exporters-route.ts';

/** A separate part: exporters end beside the servers, not behind them, so each has the whole time limit of the end. */
export const exporterRoutesPart = definePart({
  name: 'routes of exporters',
  brings: [Routes.of(exporterRoutes)],
});
