/** Sections of the configuration that features declare, a line each. Every mode loads this list, so it loads no code of features. */
export { HEARTBEAT_SECTION } from '../../alerts/heartbeat/heartbeat-section.ts';
export { LOGS_SECTION } from '../../explain/logs/logs-section.ts';
