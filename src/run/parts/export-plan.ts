/** Inputs of exporters from the command line and the configuration. */
import type { ExportPlan } from '../../export/parts/export-plan.ts';
import type { ChosenExporters } from '../../export/exporters/resolve.ts';
import { placeOf } from '../cli/options.ts';
import type { CommandLine } from '../cli/parse.ts';
import type { Configuration } from '../config/load.ts';

export function exportPlan(
  configuration: Configuration,
  command: CommandLine,
  chosen: ChosenExporters,
): ExportPlan {
  const { sections, settings } = configuration;
  return {
    chosen,
    options: sections.export,
    metrics: sections.metrics,
    filters: (settings.optionsOf('processlist')['export'] as readonly string[] | undefined) ?? [],
    refresh: command.given.has('time') ? command.values.time : sections.global.refresh,
    port: placeOf(command, configuration).port,
  };
}
