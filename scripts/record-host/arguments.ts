import { parseArgs } from 'node:util';

export interface RecordOptions {
  /** The archive that is written. */
  out: string;
  steps: number;
  /** Seconds from one step to the next. */
  interval: number;
}

/** A command line error, as one sentence. */
export class ArgumentError extends Error {}

const USAGE = 'use: npx tsx scripts/record-host.ts OUT.txtar [--steps 2] [--interval 2]';

/** Options of the recorder. Throws {@link ArgumentError}. */
export function parseRecordArguments(argv: string[]): RecordOptions {
  const { values, positionals } = split(argv);
  const [out, ...more] = positionals;
  if (out === undefined || more.length > 0) throw new ArgumentError(`One output file is needed; ${USAGE}.`);
  const steps = parseNumber('--steps', values.steps, 1, 100);
  if (!Number.isInteger(steps)) throw new ArgumentError('--steps takes a whole number.');
  return { out, steps, interval: parseNumber('--interval', values.interval, 0.1, 3600) };
}

function split(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { steps: { type: 'string', default: '2' }, interval: { type: 'string', default: '2' } },
    });
  } catch {
    throw new ArgumentError(`An option is unknown or lacks its value; ${USAGE}.`);
  }
}

function parseNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new ArgumentError(`${option} takes a number from ${least} to ${most}, not "${text}".`);
}
