/** Argument of a mode. */
import type { BuiltProgram } from '../../core/commands/subcommand.ts';
import type { Mode, TextMode } from '../cli/mode.ts';
import type { CommandLine } from '../cli/parse.ts';
import type { Life } from '../process/life.ts';
import type { Log } from '../process/log.ts';

export interface Run extends BuiltProgram {
  process: NodeJS.Process;
  mode: Exclude<Mode, TextMode>;
  command: CommandLine;
  log: Log;
  life: Life;
  /** Prints one line on standard output. */
  print(text: string): void;
}
