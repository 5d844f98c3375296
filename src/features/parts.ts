/** The parts of all features, a line each. Their names sort the routes in documents. */
export { beatsPart } from './beats/beats-part.ts';
export { boardsPart } from './boards/boards-part.ts';
export { checksPart } from './checks/checks-part.ts';
export { discoveryPart } from './discovery/discovery-part.ts';
export { exporterRoutesPart, exportersPart } from './exporters/exporters-part.ts';
export { forecastsPart } from './forecasts/forecasts-part.ts';
export { goodbyesPart } from './goodbyes/goodbyes-part.ts';
export { heartbeatPart } from './heartbeat/heartbeat-part.ts';
export { logsPart } from './logs/logs-part.ts';
export { notesPart, timelineNotesPart } from './notes/notes-part.ts';
export { processesPart } from './processes/processes-part.ts';
export { rulesPart } from './rules/rules-part.ts';
export { silencedServersPart, silencesPart } from './silences/silences-part.ts';
