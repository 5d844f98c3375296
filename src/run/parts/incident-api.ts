/** API and page of an incident file. */
import { join } from 'node:path';
import { hostRule } from '../../core/host-pattern.ts';
import { Logs } from '../../explain/logs/log-lines.ts';
import type { Part } from '../../core/parts/part.ts';
import { give, servicesOf } from '../../core/parts/service.ts';
import { Slice } from '../../core/slice.ts';
import { checksPart } from '../../alerts/checks/checks-part.ts';
import { exporterRoutesPart } from '../../export/parts/exporter-routes-part.ts';
import { forecastsPart } from '../../alerts/forecasts/forecasts-part.ts';
import { logsPart } from '../../explain/logs/logs-part.ts';
import { processesPart } from '../../api/processes/processes-part.ts';
import { AlertBoard } from '../../core/alert.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { Processes } from '../../api/processes/processes.ts';
import { Faults, Now, Registry, ShownSettings, SwaggerFolder } from '../../http/route/services.ts';
import { Incident } from '../../history/past/opened-incident.ts';
import { WebPage } from '../../api/page/web-page.ts';
import { VERSION } from '../../core/version.ts';
import { IncidentHistory } from '../../explain/incident/history.ts';
import type { Incident as IncidentFile } from '../../explain/incident/incident.ts';
import { logsIn } from '../../explain/incident/logs.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { routesPart } from '../api/routes.ts';
import { createApi } from '../api/api.ts';
import { createCors } from '../../http/server/cors.ts';
import type { HttpServer } from '../../http/server/listen.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { MadeExplanation } from '../../explain/routes/explain-route.ts';
import { createIncidentAgent } from './incident-agent.ts';

/** The file does not change: the page polls as rarely as possible. */
const REFRESH_SECONDS = 3600;

/**
 * @param address the only allowed host, besides `localhost`
 * @param pageFolder with the built page
 */
export async function createIncidentApi(
  incident: IncidentFile,
  address: string,
  pageFolder: string,
  onFault: (error: unknown) => void,
): Promise<HttpServer> {
  const { window, explanation, logs } = incident;
  const { span } = explanation.verdict;
  // The middle of the finding, otherwise the last minute of the requested time.
  const at = span === null ? window.to - 1 : Math.round((span.from + span.to) / 2);
  const past = new IncidentHistory(incident, new Slice());
  const { agent, alerts } = await createIncidentAgent(incident, past, plugins, at);
  const given = [
    give(AgentParts, agent),
    give(AlertBoard, alerts),
    give(Registry, plugins),
    give(Incident, { window, at, past }),
    give(MadeExplanation, explanation),
    give(Processes, NO_PROCESSES),
    ...(logs === null ? [] : [give(Logs, logsIn(logs))]),
    give(WebPage, { folder: pageFolder, refresh: REFRESH_SECONDS, defaults: {} }),
    give(SwaggerFolder, join(pageFolder, 'swagger-ui')),
    give(Now, () => window.to),
    give(ShownSettings, { args: () => ({}), config: () => ({}) }),
    give(Faults, onFault),
  ];
  return createApi({
    parts: INCIDENT,
    services: servicesOf(new Map(given)),
    version: VERSION,
    prefix: '',
    // Other origins and host names are refused.
    protection: {
      ...UNPROTECTED,
      hosts: hostRule([address, 'localhost']),
      cors: createCors({ origins: [], credentials: false, methods: [], headers: [] }),
    },
  });
}

/** Parts whose routes show an incident. */
const INCIDENT: readonly Part[] = [
  routesPart,
  checksPart,
  exporterRoutesPart,
  forecastsPart,
  processesPart,
  logsPart,
];

const NO_PROCESSES: Processes = {
  process: async () => null,
  select: () => false,
  askOrigins: () => () => null,
  sortBy() {},
  order: () => ({ key: 'cpu_percent', isAutomatic: true }),
  clear() {},
  current: () => null,
};
