/** What was changed, by whom, from where and with which result: a line each in `audit.jsonl`. Never holds a secret. */
import { closed, integer, listOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { isOf } from '../../core/shape-check.ts';
import type { FileProblems } from '../../core/file-problems.ts';
import { openAppendFile, type AppendFile } from '../../core/files/append-file.ts';
import { type Disk, nodeDisk } from '../../core/files/disk.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { createMutex } from '../../core/mutex.ts';
import { service } from '../../core/parts/service.ts';
import { readPrivateFile } from './private-file.ts';

export const AUDIT_LINE = closed('A change, or an attempt.', {
  time: integer('Milliseconds since 1970.'),
  who: orNull(text('Name of the user or of the API key; null: nobody, or unknown.')),
  role: orNull(text('The role; null: none.')),
  from: text('Address of the client.'),
  action: text('Id of the operation, as in the OpenAPI document.'),
  target: text('Path of the request, without its query.'),
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

export interface AuditSetup {
  /** Null: lines are kept in memory alone. */
  path: string | null;
  problems: Pick<FileProblems, 'report'>;
  /** Receives each line as one sentence. */
  log(text: string): void;
  disk?: Disk;
}

/** The file is renamed beyond this, and replaces the one that was renamed before. */
const MOST_BYTES = 512 * 1024;
/** Lines in memory. */
const MOST_LINES = 500;
/** Refused attempts that are written per minute: a flood of them must not push the changes out. */
const MOST_REFUSED = 20;
const MINUTE_MS = 60_000;
const LONGEST = 200;

export function createAudit({ path, problems, log, disk = nodeDisk }: AuditSetup): Audit {
  let lines = path === null ? [] : linesIn(path);
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
    file ??= await openAppendFile(to, { disk });
    if (file.size > MOST_BYTES) {
      await file.end();
      file = null;
      await disk.rename(to, renamed(to));
      file = await openAppendFile(to, { disk });
    }
    const written = new Set(waiting);
    await file.append(Buffer.from([...written].join('')));
    waiting = waiting.filter((line) => !written.has(line));
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
      lines = [...lines, line].slice(-MOST_LINES);
      log(sentenceOf(line));
      if (path === null) return;
      waiting = [...waiting, `${JSON.stringify(line)}\n`].slice(-MOST_LINES);
      await inTurn(() => flush(path)).catch((error: unknown) =>
        problems.report(
          path,
          `${path} cannot be written: ${reasonOf(error)}. Changes are noted once it can.`,
        ),
      );
    },
    newest: () => lines.toReversed(),
  };
}

const renamed = (path: string): string => path.replace(/\.jsonl$/, '.1.jsonl');

const sentenceOf = ({ who, role, from, action, target, status }: AuditLine): string =>
  `${status < 400 ? 'Done' : 'Refused'}: ${action} ${target} by ${who ?? 'nobody'} (${role ?? 'no role'}) from ${from}, status ${status}.`;

/** The newest lines; those that make no sense are left out. */
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
