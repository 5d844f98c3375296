/** Sections of the configuration of all wings, a line each. Every mode loads this list, so it loads no code of features. */
export { ACCESS_SECTION } from '../../net/credentials/access-section.ts';
export { ALERTS_SECTION } from '../../alerts/failure-rules/index.ts';
export { ARCHIVE_SECTION } from '../../history/archive/options.ts';
export { EXPORT_SECTION } from '../../export/exporters/options.ts';
export { HEARTBEAT_SECTION } from '../../alerts/heartbeat/heartbeat-section.ts';
export { HISTORY_SECTION } from '../../history/database/options.ts';
export { LOGS_SECTION } from '../../explain/logs/logs-section.ts';
export { METRICS_SECTION } from '../../export/metrics/options.ts';
export { NOTIFY_SECTION } from '../../alerts/notify/options.ts';
export { OIDC_SECTION } from '../../api/oidc/oidc-section.ts';
