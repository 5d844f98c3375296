/** Output of `journalctl --output=json`: systemd.journal-fields(7), and "Journal JSON Format" of systemd. */
import type { Json, JsonObject, ServedMember } from '../../core/served.ts';
import { orNull } from '../../core/or-null.ts';

export interface SystemdEntry {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Null: it was longer than journalctl gives it out. */
  readonly message: string | null;
  /** 0 to 7; null: not recorded. */
  readonly priority: number | null;
  readonly isKernel: boolean;
  /** Empty: not recorded. */
  readonly unit: string;
  readonly identifier: string;
  readonly container: string;
}

/** Fields that are read; `UNIT` is the unit that a message of systemd is about. */
export const JOURNAL_FIELDS = [
  'MESSAGE',
  'PRIORITY',
  '_TRANSPORT',
  '_PID',
  '_SYSTEMD_UNIT',
  'UNIT',
  'SYSLOG_IDENTIFIER',
  '_COMM',
  'CONTAINER_NAME',
] as const;

/** Parses one line; null if it is not an entry. */
export function parseJournalLine(line: string): SystemdEntry | null {
  const fields = fieldsOf(line);
  const time = Number(fields?.['__REALTIME_TIMESTAMP']) / 1000;
  if (fields === null || !Number.isSafeInteger(Math.floor(time)) || time < 0) return null;
  const message = fields['MESSAGE'];
  const priority = Number(textOf(fields['PRIORITY']) || -1);
  const isAbout = textOf(fields['_PID']) === '1' && textOf(fields['UNIT']) !== '';
  return {
    time,
    message: message === null ? null : textOf(message),
    priority: Number.isInteger(priority) && priority >= 0 && priority <= 7 ? priority : null,
    isKernel: fields['_TRANSPORT'] === 'kernel',
    unit: textOf(fields[isAbout ? 'UNIT' : '_SYSTEMD_UNIT']),
    identifier: textOf(fields['SYSLOG_IDENTIFIER']) || textOf(fields['_COMM']),
    container: textOf(fields['CONTAINER_NAME']),
  };
}

function fieldsOf(line: string): JsonObject | null {
  if (!line.startsWith('{')) return null;
  return orNull(() => JSON.parse(line) as JsonObject);
}

/** Text, bytes if not printable UTF-8, or a list of both for repeated fields. */
function textOf(value: ServedMember): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const isBytes = value.every((one) => Number.isInteger(one));
  return isBytes ? Buffer.from(value as number[]).toString('utf8') : value.map(innerText).join(' ');
}

const innerText = (value: Json): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every(Number.isInteger)
      ? textOf(value)
      : '';
