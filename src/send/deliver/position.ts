/** Which batches of a queue are done, in a file beside them: a restart repeats a second's worth at most. */
import type { Disk } from '../../core/files/disk.ts';
import { readTail } from '../../core/files/read-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';

export interface Position {
  /** The batch with this number and all before it. */
  readonly done: number;
  /** Batches behind it that were sent before their turn. */
  readonly ahead: readonly number[];
}

const NAME = 'position.json';
const MOST_BYTES = 256 * 1024;
/** Of more than these some are sent again after a restart. */
const MOST_AHEAD = 10_000;

/** One that is absent or damaged is that of a queue of which nothing is done. Rejects with a system error. */
export async function readPosition(disk: Disk, folder: string): Promise<Position> {
  const tail = await readTail(`${folder}/${NAME}`, MOST_BYTES, disk);
  try {
    const { done, ahead = [] } = JSON.parse(tail?.bytes.toString('utf8') ?? '{}') as Record<string, unknown>;
    return {
      done: Number.isSafeInteger(done) ? (done as number) : 0,
      ahead: Array.isArray(ahead) ? ahead.filter((one): one is number => Number.isSafeInteger(one)) : [],
    };
  } catch {
    return { done: 0, ahead: [] };
  }
}

export const writePosition = (disk: Disk, folder: string, { done, ahead }: Position): Promise<void> =>
  replaceFile(`${folder}/${NAME}`, JSON.stringify({ done, ahead: ahead.slice(-MOST_AHEAD) }), { disk });
