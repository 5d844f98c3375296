/** Parts of the modes that watch this machine and serve nothing. */
import type { Part } from '../../core/parts/part.ts';
import { exportersPart } from '../../export/parts/exporters-part.ts';
import { idleOptions } from '../cli/idle-options.ts';
import { Configuration } from '../config/load.ts';
import { AGENT } from './agent-parts.ts';
import { CONFIGURATION } from './configuration-parts.ts';
import { type OpenedMode, openMode } from './open-mode.ts';
import { type Output, outputOf } from './output-setup.ts';
import type { Run } from './run.ts';

export const LOCAL: readonly Part[] = [...CONFIGURATION, ...AGENT, exportersPart];

/** A mode that prints, its exporters running. */
export type OpenedPrinting = OpenedMode & { readonly output: Output; readonly configuration: Configuration };

/** Opened and started; warnings go to standard error. Throws like {@link openMode}. */
export async function openPrinting(run: Run, parts: readonly Part[] = LOCAL): Promise<OpenedPrinting> {
  const mode = await openMode(run, parts);
  const output = outputOf(run.process, run.command);
  const configuration = mode.get(Configuration);
  for (const warning of [...configuration.warnings, ...idleOptions(run.command)]) output.warn(warning);
  await mode.start();
  return { ...mode, output, configuration };
}
