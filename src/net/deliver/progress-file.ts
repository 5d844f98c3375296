/** Records the finished batches of a queue in a file beside them. */
import type { Disk } from '../../core/files/disk.ts';
import { isNoFile } from '../../core/files/error-code.ts';
import { readTail } from '../../core/files/read-file.ts';
import { replaceFile } from '../../core/files/replace-file.ts';
import { parseAs } from '../../core/files/state-file.ts';
import { closed, integer, listOf, type TypeOf } from '../../core/shape.ts';
import { setAside } from '../../core/files/set-aside.ts';

const TRIED = closed('The batch that failed last.', {
  sequence: integer(),
  attempts: integer('Failed attempts.'),
});
export type Tried = TypeOf<typeof TRIED>;

const POSITION = closed('Finished batches of a queue.', {
  done: integer('All batches up to and including this number.'),
  ahead: listOf(integer(), { description: 'Later batches that were sent early.' }),
  tried: TRIED,
});
export type Position = TypeOf<typeof POSITION>;

export const UNTRIED: Tried = { sequence: 0, attempts: 0 };

const NAME = 'position.json';
const MOST_BYTES = 256 * 1024;
/** Beyond this number, some batches are sent again after a restart. */
const MOST_AHEAD = 10_000;

const NOTHING: Position = { done: 0, ahead: [], tried: UNTRIED };

/**
 * If it is absent or damaged, no batch counts as finished. Rejects with a system error.
 * @param onProblem called for a damaged one, which is kept under another name
 */
export async function readProgress(
  disk: Disk,
  folder: string,
  onProblem: (text: string) => void,
): Promise<Position> {
  const path = `${folder}/${NAME}`;
  const found = await readTail(path, MOST_BYTES, disk).then(
    (tail) => (tail === null ? NOTHING : parse(tail.bytes.toString('utf8')).value),
    (error) => {
      if (isNoFile(error)) return null;
      throw error;
    },
  );
  if (found !== null) return found;
  const aside = await setAside(disk, path);
  onProblem(`cannot read ${path}, which is kept as ${aside}: values that were sent may be sent again`);
  return NOTHING;
}

const parse = parseAs(POSITION);

export const writeProgress = (disk: Disk, folder: string, { done, ahead, tried }: Position): Promise<void> =>
  replaceFile(`${folder}/${NAME}`, JSON.stringify({ done, ahead: ahead.slice(-MOST_AHEAD), tried }), {
    disk,
  });
