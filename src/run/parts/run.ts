/** Argument of a mode. */
import type { Mode, TextMode } from '../cli/mode.ts';
import type { CommandLine } from '../cli/parse.ts';
import type { Life } from '../process/life.ts';
import type { Log } from '../process/log.ts';

/** Parts of the build that a run needs. */
export interface BuiltProgram {
  /** Folder of the built page. */
  pageFolder: string;
}

export interface Run extends BuiltProgram {
  process: NodeJS.Process;
  mode: Exclude<Mode, TextMode>;
  command: CommandLine;
  log: Log;
  life: Life;
  /** Prints one line on standard output. */
  print(text: string): void;
}
