/** Output settings of the printing modes. */
import type { Configuration } from '../config/load.ts';
import { type Style, styleOf } from '../../show/text/style.ts';
import { drained } from '../../show/text/drained.ts';
import { forTerminal } from '../../show/text/text.ts';
import type { CommandLine } from '../cli/parse.ts';

export interface Output {
  style: Style;
  /** For messages beside the output. */
  warn(text: string): void;
  /** Waits until the output has been read. */
  taken(): Promise<void>;
}

/** Destination and settings of modes that print. */
export const outputOf = (process: NodeJS.Process, { values }: CommandLine): Output => ({
  style: styleOf(process.stdout.isTTY, process.env, !values.disable_unicode),
  warn: (text) => void process.stderr.write(`gander: ${forTerminal(text)}\n`),
  taken: () => drained(process.stdout),
});

/** Seconds between two outputs. */
export const refreshOf = ({ given, values }: CommandLine, { sections }: Configuration): number =>
  given.has('time') ? values.time : sections.global.refresh;
