/** Log of changes: object, author, source and result, a line each in `audit.jsonl`. Never holds a secret. */
import { closed, integer, listOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { isOf } from '../../core/shape-check.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { openAppendFile, type AppendFile } from '../../core/files/append-file.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { readTail } from '../../core/files/read-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { createMutex } from '../../core/mutex.ts';
import { service } from '../../core/parts/service.ts';
import { readPrivateFile } from './private-file.ts';

export const AUDIT_LINE = closed('A change, or an attempt.', {
  time: integer('Milliseconds since 1970.'),
  who: orNull(text('Name of the user or of the API key; null: nobody, or unknown.')),
  role: orNull(text('The role; null: none.')),
  from: text('Address of the client; unix: the socket; command: a command on this machine.'),
  action: text(
    'Id of the operation, as in the OpenAPI document; `login`: a refused password; or the command.',
  ),
  target: text('Path of the request, without its query; of commands, what was changed.'),
  status: integer('Status of the reply; 400 and above: nothing was changed.'),
});
export const AUDIT_LINES = listOf(AUDIT_LINE);
export type AuditLine = TypeOf<typeof AUDIT_LINE>;

export interface Audit {
  /** Resolves once the line is written, or waits for a disk that takes it; never rejects. */
  write(line: AuditLine): Promise<void>;
  /** Newest first. */
  newest(): readonly AuditLine[];
}
export const Audit = service<Audit>('log of changes');

interface AuditSetup {
  /** Null: lines are kept in memory alone. */
  path: string | null;
  /** File to which commands write, shown with the lines of this one; null: none. */
  commandsPath?: string | null;
  problems: Pick<FileProblems, 'report'>;
  /** Receives each line, its fields as in logfmt. */
  log(text: string): void;
  disk?: Disk;
}

/** Size at which the file is rotated; one rotated file is kept. */
const MOST_BYTES = 512 * 1024;
/** Lines in memory. */
const MOST_LINES = 500;
/** Refused attempts that are written per minute: a flood of them must not push the changes out. */
const MOST_REFUSED = 20;
const MINUTE_MS = 60_000;
const LONGEST = 200;
const TAIL_BYTES = 64 * 1024;

/** Returns the path of a server's file in the state folder. Commands have their own file. */
export const auditPath = (folder: string, port: number): string => `${folder}/audit-${port}.jsonl`;
export const commandsAuditPath = (folder: string): string => `${folder}/audit-commands.jsonl`;

export function createAudit({
  path,
  commandsPath = null,
  problems,
  log,
  disk = nodeDisk,
}: AuditSetup): Audit {
  let known: readonly AuditLine[] | null = null;
  /** Read on first use, not at the start. */
  const linesNow = (): readonly AuditLine[] => (known ??= path === null ? [] : linesIn(path));
  /** Lines that the disk has not taken. */
  let waiting: string[] = [];
  let file: AppendFile | null = null;
  let refused = { since: 0, count: 0 };
  const inTurn = createMutex();

  const flush = async (to: string): Promise<void> => {
    if (waiting.length === 0) return;
    if (file !== null && !(await file.isInPlace())) {
      await file.end();
      file = null;
    }
    file ??= await openAppendFile(to, { disk, size: await wholeLines(to, disk) });
    if (file.size > MOST_BYTES) {
      await file.end();
      file = null;
      await disk.rename(to, renamed(to));
      file = await openAppendFile(to, { disk });
    }
    const written = waiting;
    waiting = [];
    try {
      await file.append(Buffer.from(written.join('')));
    } catch (error) {
      waiting = [...written, ...waiting].slice(-MOST_LINES);
      throw error;
    }
    problems.report(to, null);
  };
  const isTooMuch = ({ time, status }: AuditLine): boolean => {
    if (status < 400) return false;
    if (time - refused.since > MINUTE_MS) refused = { since: time, count: 0 };
    refused.count += 1;
    return refused.count > MOST_REFUSED;
  };

  return {
    async write(given) {
      if (isTooMuch(given)) return;
      const line = {
        ...given,
        who: given.who?.slice(0, LONGEST) ?? null,
        target: given.target.slice(0, LONGEST),
      };
      known = [...linesNow(), line].slice(-MOST_LINES);
      log(fieldsOf(line));
      if (path === null) return;
      waiting = [...waiting, `${JSON.stringify(line)}\n`].slice(-MOST_LINES);
      await inTurn(() => flush(path)).catch((error) =>
        problems.report(
          path,
          `${path} cannot be written: ${reasonOf(error)}. Changes are noted once it can.`,
        ),
      );
    },
    newest() {
      const commands = commandsPath === null ? [] : linesIn(commandsPath);
      // A stable order: of lines at one time, the later one first.
      return [...commands, ...linesNow()]
        .toReversed()
        .sort((a, b) => b.time - a.time)
        .slice(0, MOST_LINES);
    },
  };
}

const renamed = (path: string): string => path.replace(/\.jsonl$/, '.1.jsonl');

/** Bytes of a file up to its last whole line: a killed process may have left a part of another one. */
async function wholeLines(path: string, disk: Disk): Promise<number> {
  const tail = await readTail(path, TAIL_BYTES, disk);
  return tail === null ? 0 : tail.offset + tail.bytes.lastIndexOf('\n') + 1;
}

/** Values with spaces or quotes are quoted, so that no name of a user looks like another field. */
const fieldsOf = (line: AuditLine): string =>
  `${line.status < 400 ? 'Changed' : 'Refused'}: ${Object.entries(line)
    .filter(([name]) => name !== 'time')
    .map(([name, value]) => `${name}=${fieldText(value)}`)
    .join(' ')}`;

const fieldText = (value: string | number | null): string =>
  value === null ? '-' : /^[\w.:/@+-]+$/.test(String(value)) ? String(value) : JSON.stringify(value);

/** Returns the newest lines; skips malformed ones. */
function linesIn(path: string): AuditLine[] {
  const kept = [renamed(path), path].map((each) => {
    try {
      return readPrivateFile(each) ?? '';
    } catch {
      // Of whatever kind: the next line that cannot be added reports this file.
      return '';
    }
  });
  return kept
    .join('')
    .split('\n')
    .flatMap((one) => {
      try {
        const value: unknown = JSON.parse(one);
        return isOf(AUDIT_LINE, value) ? [value] : [];
      } catch {
        return [];
      }
    })
    .slice(-MOST_LINES);
}
