/** Inputs of exporters from the command line and the configuration. */
import type { OptionValues } from '../../core/options.ts';
import { service } from '../../core/parts/service.ts';
import type { EXPORT_OPTIONS } from '../exporters/options.ts';
import type { ChosenExporters } from '../exporters/resolve.ts';
import type { METRICS_OPTIONS } from '../metrics/options.ts';

export interface ExportPlan {
  readonly chosen: ChosenExporters;
  readonly options: OptionValues<typeof EXPORT_OPTIONS>;
  readonly metrics: OptionValues<typeof METRICS_OPTIONS>;
  /** Patterns of the exported processes; none: no process is exported. */
  readonly filters: readonly string[];
  /** Seconds between exports, unless an exporter has its own interval. */
  readonly refresh: number;
  /** Of the agent, names the folder of queues; null: nothing is kept over a restart. */
  readonly port: number | null;
}
export const ExportPlan = service<ExportPlan>('exporters of the configuration');
