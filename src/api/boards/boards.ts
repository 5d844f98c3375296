/** Stores boards in a folder beside the configuration: `gander.d/boards/NAME.json`. */
import { type Board, BOARD_CONTENT, boardText, cleanBoard, isBoardName, MOST_BOARDS } from './board.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { isAbsent } from '../../core/files/error-code.ts';
import { readTail } from '../../core/files/read-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { createStateFile, parseAs, problemText } from '../../core/files/state-file.ts';
import { createMutex } from '../../core/mutex.ts';
import { service } from '../../core/parts/service.ts';

export interface Boards {
  /** Path of their folder; null: not available. */
  readonly folder: string | null;
  /** All boards by name, and reasons for unreadable ones. */
  list(): Promise<{ readonly boards: readonly Board[]; readonly problems: readonly string[] }>;
  /** Rejects with {@link BoardsFull}, or with the reason of a failed write. */
  save(board: Board): Promise<void>;
  /** False: none with this name. */
  remove(name: string): Promise<boolean>;
}
export const Boards = service<Boards>('boards');

export class BoardsFull extends Error {
  override readonly name = 'BoardsFull';
}

const ENDING = '.json';
/** Largest plausible file in bytes. */
const MOST_BYTES = 64 * 1024;
const LOSS = 'The page does not show the board. Repair the file or move it away.';

const parse = parseAs(BOARD_CONTENT);

/** @param folder null: the configuration has no folder */
export function createBoards(
  folder: string | null,
  problems: Pick<FileProblems, 'report'>,
  disk: Disk = nodeDisk,
): Boards {
  const inTurn = createMutex();
  /** Paths of files that were unreadable when they were last listed. */
  let damaged: ReadonlySet<string> = new Set();
  const pathOf = (name: string): string => `${folder}/${name}${ENDING}`;
  const fileOf = (name: string) =>
    createStateFile(pathOf(name), {
      parse,
      disk,
      most: MOST_BYTES,
      // Reported where all are listed.
      reports: null,
    });

  const names = async (): Promise<string[]> => {
    const files = folder === null ? [] : await disk.readdir(folder).catch(noneIfAbsent);
    return files
      .filter((file) => file.endsWith(ENDING))
      .map((file) => file.slice(0, -ENDING.length))
      .filter(isBoardName)
      .sort()
      .slice(0, MOST_BOARDS);
  };

  /** Reports them with the alerts of this machine, and those that are fine again. */
  const report = (found: ReadonlyMap<string, string>): readonly string[] => {
    for (const path of damaged) if (!found.has(path)) problems.report(path, null);
    for (const [path, text] of found) problems.report(path, `${text}. ${LOSS}`);
    damaged = new Set(found.keys());
    return [...found.values()];
  };

  const read = async (name: string): Promise<Board | string> => {
    const path = pathOf(name);
    try {
      const file = await readTail(path, MOST_BYTES, disk);
      if (file === null) return `${path} is gone`;
      if (file.offset > 0) return `${path} has more than ${MOST_BYTES / 1024} KiB`;
      const { value, problems: found } = parse(file.bytes.toString('utf8'));
      return value === null ? `${path} is damaged: ${problemText(found)}` : { name, ...cleanBoard(value) };
    } catch (error) {
      return `${path} cannot be read: ${reasonOf(error)}`;
    }
  };

  return {
    folder,
    async list() {
      let found: string[];
      try {
        found = await names();
      } catch (error) {
        const problem = `${folder} cannot be read: ${reasonOf(error)}`;
        return { boards: [], problems: report(new Map([[folder as string, problem]])) };
      }
      const all = await Promise.all(found.map(read));
      return {
        boards: all.filter((one) => typeof one !== 'string'),
        problems: report(
          new Map(
            all.flatMap((one, at) => (typeof one === 'string' ? [[pathOf(found[at] ?? ''), one]] : [])),
          ),
        ),
      };
    },
    save: ({ name, ...content }) =>
      inTurn(async () => {
        const known = await names();
        if (!known.includes(name) && known.length >= MOST_BOARDS)
          throw new BoardsFull(`There are ${MOST_BOARDS} boards: remove one first`);
        const file = fileOf(name);
        // A damaged file, such as one edited by hand, is not overwritten.
        file.load();
        await file.save(boardText(content));
      }),
    remove: (name) =>
      inTurn(async () => {
        if (!(await names()).includes(name)) return false;
        await fileOf(name).save(null);
        return true;
      }),
  };
}

function noneIfAbsent(error: unknown): string[] {
  if (isAbsent(error)) return [];
  throw error;
}
