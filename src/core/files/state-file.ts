/**
 * A state file: read at startup, later replaced as a whole. A missing file is empty. A file that cannot be read completely is never
 * overwritten.
 */
import type { FileProblems } from '../file-problems.ts';
import { problemIn, withoutWrong } from '../shape-check.ts';
import type { Shape } from '../shape.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { isAbsent } from './error-code.ts';
import { readKeptFile } from './read-small-file.ts';
import { reasonOf } from './reason-of.ts';
import { removeFile } from './remove-file.ts';
import { replaceFile } from './replace-file.ts';
import { setAside } from './set-aside.ts';

export interface StateFile<T> {
  load(): Loaded<T>;
  /** Replaces the content, for its owner only; null removes the file. Rejects with a system error or {@link UnreadableError}. */
  save(content: string | null): Promise<void>;
}

export interface Loaded<T> {
  /** Readable part of the content; null if there is none. */
  readonly value: T | null;
  /** Why the file cannot be read or is not complete, in words with its path; null: all of it was read, or it does not exist. */
  readonly problem: string | null;
}

/** Content of a state file. */
export interface Parsed<T> {
  /** Null: nothing of it is of use. */
  readonly value: T | null;
  /** Problems of the file, as sentences without a full stop. */
  readonly problems: readonly string[];
}

/** Refuses to save, so that the unreadable file stays. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

interface StateFileSetup<T> {
  parse(text: string): Parsed<T>;
  disk?: Disk | undefined;
  /** Bytes of the largest file that makes sense. */
  most?: number;
  /** Where problems with the file are reported; null: only in what was loaded, for commands. */
  reports: FileReports | null;
  /**
   * No user saves it, so nobody reads an error: an unreadable file is renamed before the first save, and failed saves are reported, too.
   * Otherwise saves of an unreadable file are rejected, with the reason for the user.
   */
  isDerived?: boolean;
}

interface FileReports {
  readonly problems: Pick<FileProblems, 'report'>;
  /** Effect of the missing content, as a sentence. */
  readonly loss: string;
}

export function createStateFile<T>(
  path: string,
  { parse, disk = nodeDisk, most, reports, isDerived = false }: StateFileSetup<T>,
): StateFile<T> {
  let problem: string | null = null;
  let isWritten = true;
  const report = (text: string | null, remedy = ''): void =>
    reports?.problems.report(path, text && `${text}. ${reports.loss}${remedy}`);

  const read = (): Loaded<T> => {
    let text: string;
    try {
      text = readKeptFile(path, most).toString('utf8');
    } catch (error) {
      if (isAbsent(error)) return { value: null, problem: null };
      return { value: null, problem: `${path} cannot be read: ${reasonOf(error)}` };
    }
    const { value, problems } = parse(text);
    return { value, problem: problems.length === 0 ? null : `${path} is damaged: ${problemText(problems)}` };
  };

  /** Nothing that could not be read is lost. */
  async function keepUnread(): Promise<void> {
    if (problem === null) return;
    if (await exists(disk, path)) {
      if (!isDerived) throw new UnreadableError(`${problem}. ${REMEDY}`);
      report(`${path} was damaged, and is kept as ${await setAside(disk, path)}`);
    }
    problem = null;
  }

  return {
    load() {
      const loaded = read();
      ({ problem } = loaded);
      report(problem, isDerived ? '' : ` ${REMEDY}.`);
      return loaded;
    },
    async save(content) {
      try {
        await keepUnread();
        if (content === null) await removeFile(path, disk);
        else await replaceFile(path, content, { disk });
      } catch (error) {
        if (isDerived) report(`${path} cannot be written: ${reasonOf(error)}`);
        isWritten = false;
        throw error;
      }
      if (isDerived && !isWritten) report(null);
      isWritten = true;
    },
  };
}

const REMEDY = 'Repair it or move it away, then restart Gander';

async function exists(disk: Disk, path: string): Promise<boolean> {
  try {
    await disk.stat(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** `[2].size must be a number, and 3 more of its values are wrong` */
export const problemText = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first}, and ${others.length} more of its values are wrong`;

/** Parses JSON of a shape. */
export const parseAs =
  <T>(shape: Shape<T>) =>
  (text: string): Parsed<T> => {
    const problems: string[] = [];
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return { value: null, problems: ['it is not JSON'] };
    }
    const value = withoutWrong(shape, content, (problem) => problems.push(problem));
    const problem = problemIn(shape, value, '', 'it');
    return problem === null
      ? { value: value as T, problems }
      : { value: null, problems: [problem, ...problems] };
  };
