/** The parts of all features, a line each. Their names sort the routes in documents. */
export { pushChecksPart } from '../../alerts/push-checks/push-checks-part.ts';
export { boardsPart } from '../../api/boards/boards-part.ts';
export { checksPart } from '../../alerts/checks/checks-part.ts';
export { discoveryPart } from '../../fleet/discovery/discovery-part.ts';
export { exporterRoutesPart } from '../../export/parts/exporter-routes-part.ts';
export { exportersPart, runningExportersPart } from '../../export/parts/exporters-part.ts';
export { forecastsPart } from '../../alerts/forecasts/forecasts-part.ts';
export { plannedStopsPart } from '../../fleet/planned-stop/planned-stops-part.ts';
export { heartbeatPart } from '../../alerts/heartbeat/heartbeat-part.ts';
export { logsPart } from '../../explain/logs/logs-part.ts';
export { mcpPart } from '../../api/mcp/mcp-part.ts';
export { notesPart, timelineNotesPart } from '../../history/notes/notes-part.ts';
export { oidcPart } from '../../api/oidc/oidc-part.ts';
export { otlpPart } from '../../api/otlp/otlp-part.ts';
export { processesPart } from '../../api/processes/processes-part.ts';
export { rulesPart } from '../../alerts/rules/rules-part.ts';
export { silencedServersPart, silencesPart } from '../../alerts/silences/silences-part.ts';
