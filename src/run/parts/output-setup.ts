/** Output settings of the printing modes. */
import type { Configuration } from '../config/load.ts';
import { styleOf } from '../../show/text/style.ts';
import { allTaken } from '../../show/text/taken.ts';
import { forTerminal } from '../../show/text/text.ts';
import type { CommandLine } from '../cli/parse.ts';

/** Where and how is printed. */
export const outputOf = (process: NodeJS.Process, { values }: CommandLine) => ({
  style: styleOf(process.stdout.isTTY, process.env, !values.disable_unicode),
  warn: (text: string): void => void process.stderr.write(`gander: ${forTerminal(text)}\n`),
  taken: (): Promise<void> => allTaken(process.stdout),
});

/** Seconds between two outputs. */
export const refreshOf = ({ given, values }: CommandLine, { sections }: Configuration): number =>
  given.has('time') ? values.time : sections.global.refresh;
