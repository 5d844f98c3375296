/** What exporters need of the command line and the configuration. */
import type { ExportPlan } from '../../export/parts/export-plan.ts';
import type { ChosenExporters } from '../../export/exporters/resolve.ts';
import { portOf } from '../cli/options.ts';
import type { CommandLine } from '../cli/parse.ts';
import type { Configuration } from '../config/load.ts';

export const exportPlan = (
  { sections, settings }: Configuration,
  { given, values }: CommandLine,
  chosen: ChosenExporters,
): ExportPlan => ({
  chosen,
  options: sections.export,
  metrics: sections.metrics,
  filters: (settings.optionsOf('processlist')['export'] as readonly string[] | undefined) ?? [],
  refresh: given.has('time') ? values.time : sections.global.refresh,
  port: portOf(values),
});
