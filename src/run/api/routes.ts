/** Routes that no part of a feature brings. Documentation follows their order. */
import { definePart } from '../../core/parts/part.ts';
import { type RouteList, Routes } from '../../http/route/route.ts';
import { allRoutes } from '../../api/values/all-routes.ts';
import { archiveRoute } from '../../history/routes/archive-route.ts';
import { docsRoutes } from '../../api/docs/docs-routes.ts';
import { eventRoutes } from '../../alerts/events/event-routes.ts';
import { explainRoute } from '../../explain/routes/explain-route.ts';
import { exportRoute } from '../../history/routes/export-route.ts';
import { historyRoute } from '../../history/routes/history-route.ts';
import { momentRoutes } from '../../history/routes/moment-routes.ts';
import { rangeRoutes } from '../../history/routes/range-routes.ts';
import { legacyRoutes } from '../../api/legacy/routes.ts';
import { levelsRoute } from '../../api/values/levels-route.ts';
import { metricsRoutes } from '../../export/metrics/metrics-route.ts';
import { pageRoutes } from '../../api/page/page-routes.ts';
import { pluginRoutes } from '../../api/values/plugin-routes.ts';
import { partsRoute } from '../../api/values/parts-route.ts';
import { pluginStatesRoutes } from '../../api/values/plugin-states-route.ts';
import { poolsRoute } from '../../api/values/pools-route.ts';
import { previewRoute } from '../../alerts/rules/preview-route.ts';
import { pushRoutes } from '../../alerts/push/push-routes.ts';
import { alertsRoute } from '../../fleet/routes/alerts-route.ts';
import { serversExplainRoute } from '../../fleet/routes/explain-route.ts';
import { editRoutes } from '../../fleet/routes/edit-routes.ts';
import { plannedStopRoute } from '../../fleet/routes/planned-stop-route.ts';
import { listRoute } from '../../fleet/routes/list-route.ts';
import { pastRoute } from '../../fleet/routes/past-route.ts';
import { proxyRoutes } from '../../fleet/routes/proxy-routes.ts';
import { serversStreamRoute } from '../../fleet/routes/servers-stream-route.ts';
import { serverslistRoute } from '../../fleet/routes/serverslist-route.ts';
import { serviceRoutes } from '../../api/values/service-routes.ts';
import { settingsRoutes } from '../../api/settings/settings-routes.ts';
import { snapshotRoute } from '../../explain/incident/snapshot-route.ts';
import { streamRoute } from '../../api/stream/stream-route.ts';
import { auditRoute } from '../../api/login/audit-route.ts';
import { keysRoutes } from '../../api/login/keys-routes.ts';
import { meRoute } from '../../api/login/me-route.ts';
import { sessionRoutes } from '../../api/login/session-routes.ts';
import { tokenRoute } from '../../api/login/token-route.ts';
import { usersRoutes } from '../../api/login/users-routes.ts';
import { healthRoutes } from '../../api/v5/health-routes.ts';
import { processesRoutes5 } from '../../api/v5/processes-routes.ts';
import { routes5 } from '../../api/v5/routes.ts';
import { settingsRoutes5 } from '../../api/v5/settings-routes.ts';
import { tokenRoute5 } from '../../api/v5/token-route.ts';
import { serverslistRoute5 } from '../../fleet/routes/serverslist-5-route.ts';
import { wallRoute } from '../../api/wall/wall-route.ts';
import { valuesRoute } from '../../api/values/values-route.ts';
import { verdictRoute } from '../../alerts/board/verdict-route.ts';

const ROUTES: RouteList = [
  serviceRoutes,
  serverslistRoute,
  pluginStatesRoutes,
  partsRoute,
  poolsRoute,
  pageRoutes,
  docsRoutes,
  allRoutes,
  levelsRoute,
  verdictRoute,
  pluginRoutes,
  eventRoutes,
  pushRoutes,
  previewRoute,
  settingsRoutes,
  historyRoute,
  rangeRoutes,
  momentRoutes,
  exportRoute,
  archiveRoute,
  explainRoute,
  snapshotRoute,
  metricsRoutes,
  streamRoute,
  valuesRoute,
  listRoute,
  alertsRoute,
  serversExplainRoute,
  plannedStopRoute,
  editRoutes,
  serversStreamRoute,
  proxyRoutes,
  pastRoute,
  legacyRoutes,
  healthRoutes,
  settingsRoutes5,
  serverslistRoute5,
  processesRoutes5,
  routes5,
  tokenRoute5,
  tokenRoute,
  sessionRoutes,
  meRoute,
  auditRoute,
  usersRoutes,
  keysRoutes,
  wallRoute,
];

export const routesPart = definePart({
  name: 'routes of values, history and pages',
  brings: [Routes.of(...ROUTES)],
});
