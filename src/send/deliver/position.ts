/** Records the finished batches of a queue in a file beside them. */
import type { Disk } from '../../core/files/disk.ts';
import { readTail } from '../../core/files/read-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';

export interface Position {
  /** All batches up to and including this number. */
  readonly done: number;
  /** Later batches that were sent early. */
  readonly ahead: readonly number[];
  readonly tried: Tried;
}

/** The batch that failed last. */
export interface Tried {
  readonly sequence: number;
  /** Failed attempts. */
  readonly tries: number;
}

export const UNTRIED: Tried = { sequence: 0, tries: 0 };

const NAME = 'position.json';
const MOST_BYTES = 256 * 1024;
/** Beyond this number, some batches are sent again after a restart. */
const MOST_AHEAD = 10_000;

/** If it is absent or damaged, no batch counts as finished. Rejects with a system error. */
export async function readPosition(disk: Disk, folder: string): Promise<Position> {
  const tail = await readTail(`${folder}/${NAME}`, MOST_BYTES, disk);
  try {
    const {
      done,
      ahead = [],
      tried,
    } = JSON.parse(tail?.bytes.toString('utf8') ?? '{}') as Record<string, unknown>;
    return {
      done: Number.isSafeInteger(done) ? (done as number) : 0,
      ahead: Array.isArray(ahead) ? ahead.filter((one): one is number => Number.isSafeInteger(one)) : [],
      tried: isTried(tried) ? tried : UNTRIED,
    };
  } catch {
    return { done: 0, ahead: [], tried: UNTRIED };
  }
}

function isTried(value: unknown): value is Tried {
  const { sequence, tries } = (value ?? {}) as Partial<Tried>;
  return Number.isSafeInteger(sequence) && Number.isSafeInteger(tries);
}

export const writePosition = (disk: Disk, folder: string, { done, ahead, tried }: Position): Promise<void> =>
  replaceFile(`${folder}/${NAME}`, JSON.stringify({ done, ahead: ahead.slice(-MOST_AHEAD), tried }), {
    disk,
  });
