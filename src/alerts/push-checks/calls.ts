/** File of last calls, written by the agent. */
import { parseList, type Parsed } from '../../core/files/state-file.ts';
import { readKeptFile } from '../../core/files/read-small-file.ts';

/** The last call of a beat. */
export interface LastCall {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Begin of the present state; milliseconds since the epoch. */
  readonly since: number;
  /** False: the program reported that it failed. */
  readonly up: boolean;
  /** How long its work took, in milliseconds. */
  readonly ms: number | null;
  readonly text: string | null;
}

/** Throws for a text that is no list. */
export const parseCalls = (text: string): Parsed<LastCall[]> => parseList(text, isCall);

/** Empty if the file cannot be read. */
export function readCalls(path: string): readonly LastCall[] {
  try {
    return parseCalls(readKeptFile(path).toString('utf8')).value;
  } catch {
    return [];
  }
}

function isCall(value: unknown): value is LastCall {
  const { name, time, since, up, ms, text } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof name === 'string' &&
    typeof time === 'number' &&
    typeof since === 'number' &&
    typeof up === 'boolean' &&
    (ms === null || typeof ms === 'number') &&
    (text === null || typeof text === 'string')
  );
}
