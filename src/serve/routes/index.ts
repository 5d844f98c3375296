/** All routes. Registration, documentation and tests follow from this list, and the documentation from its order. */
import type { RouteList } from '../route/route.ts';
import { allRoutes } from './all/all-routes.ts';
import { archiveRoute } from './archive/archive-route.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { eventRoutes } from './events/event-routes.ts';
import { explainRoute } from './explain/explain-route.ts';
import { exportRoute } from './history/export-route.ts';
import { historyRoute } from './history/history-route.ts';
import { momentRoutes } from './history/moment-routes.ts';
import { rangeRoutes } from './history/range-routes.ts';
import { legacyRoutes } from './legacy/routes.ts';
import { levelsRoute } from './levels/levels-route.ts';
import { metricsRoutes } from './metrics/metrics-route.ts';
import { pageRoutes } from './page/page-routes.ts';
import { pluginRoutes } from './plugins/plugin-routes.ts';
import { partsRoute } from './plugin-states/parts-route.ts';
import { pluginStatesRoutes } from './plugin-states/plugin-states-route.ts';
import { poolsRoute } from './pools/pools-route.ts';
import { previewRoute } from './preview/preview-route.ts';
import { pushRoutes } from './push/push-routes.ts';
import { alertsRoute } from './servers/alerts-route.ts';
import { serversExplainRoute } from './servers/explain-route.ts';
import { editRoutes } from './servers/edit-routes.ts';
import { goodbyeRoute } from './servers/goodbye-route.ts';
import { listRoute } from './servers/list-route.ts';
import { pastRoute } from './servers/past-route.ts';
import { proxyRoutes } from './servers/proxy-routes.ts';
import { serversStreamRoute } from './servers/servers-stream-route.ts';
import { serverslistRoute } from './servers-list/serverslist-route.ts';
import { serviceRoutes } from './service/service-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { snapshotRoute } from './snapshot/snapshot-route.ts';
import { streamRoute } from './stream/stream-route.ts';
import { sessionRoutes } from './token/session-routes.ts';
import { tokenRoute } from './token/token-route.ts';
import { valuesRoute } from './values/values-route.ts';
import { verdictRoute } from './verdict/verdict-route.ts';

export const ROUTES: RouteList = [
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
  goodbyeRoute,
  editRoutes,
  serversStreamRoute,
  proxyRoutes,
  pastRoute,
  legacyRoutes,
  tokenRoute,
  sessionRoutes,
];
