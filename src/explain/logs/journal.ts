/** Reads the journal of systemd with journalctl(1). */
import type { Host, RunOutcome } from '../../core/host.ts';
import { LOG_PRIORITIES, isUnitName, type WantedLogs } from './log-lines.ts';
import { orNull } from '../../core/or-null.ts';
import { JOURNAL_FIELDS, parseJournalLine, type SystemdEntry } from '../../measure/linux/journal-json.ts';
import {
  MOST_LINES,
  ONLY_LAST,
  type RawLine,
  readingOf,
  type SourceReading,
  without,
  withoutProgram,
} from './reading.ts';

const TIMEOUT_MS = 2000;
const MOST_BYTES = 4 * 1024 * 1024;
/** Volatile and persistent: systemd-journald.service(8). */
const FOLDERS = ['/run/log/journal', '/var/log/journal'];

const TOO_LONG = 'a message of more than 4 KiB';
const NO_PERMISSION =
  'no permission to read the journal: add the user of the agent to the group systemd-journal';
const OWN_ONLY =
  'only messages of the user of the agent: add it to the group systemd-journal to read those of others';

type JournalWanted = Pick<WantedLogs, 'from' | 'to' | 'priority' | 'text' | 'signal'> & {
  /** Null: all units. */
  readonly unit: string | null;
};

export async function readJournal(host: Host, wanted: JournalWanted): Promise<SourceReading> {
  if (!host.isLocal)
    return without(
      'journal',
      'unreadable',
      'the journal of a mounted root is not read: run the agent on the host',
    );
  const outcome = await run(host, wanted);
  const { stderr, failure, stdout } = outcome;
  const isCut = failure !== null;
  const lines = linesOf(stdout, isCut);
  if (/insufficient permissions/.test(stderr)) return without('journal', 'unreadable', NO_PERMISSION);
  if (lines.length === 0) return withoutLines(host, outcome);
  if (isCut) return readingOf('journal', lines, `${failure}: newer lines are missing`);
  if (/not seeing messages/.test(stderr)) return readingOf('journal', lines, OWN_ONLY);
  return readingOf('journal', lines, lines.length >= MOST_LINES ? ONLY_LAST : null);
}

function withoutLines(host: Host, { code, stderr, failure }: RunOutcome): SourceReading {
  if (failure !== null) return withoutProgram('journal', failure);
  // With --grep, 1 without a word is an empty result.
  if (code !== 0 && stderr.trim() !== '')
    return without('journal', 'unreadable', `journalctl failed: ${firstLine(stderr)}`);
  if (/not seeing messages/.test(stderr)) return readingOf('journal', [], OWN_ONLY);
  return hasFiles(host)
    ? readingOf('journal', [])
    : without('journal', 'absent', `no journal is kept in ${FOLDERS.join(' or ')}`);
}

/** journalctl's own search, if built in, finds lines beyond the newest ones. */
async function run(host: Host, wanted: JournalWanted): Promise<RunOutcome> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, signal: wanted.signal };
  const outcome = await host.run(journalArguments(wanted), limits);
  return /without pattern matching/.test(outcome.stderr)
    ? host.run(journalArguments({ ...wanted, text: '' }), limits)
    : outcome;
}

const seconds = (ms: number): string => `@${(ms / 1000).toFixed(3)}`;

/** Each value is part of one argument, after its option's name, without patterns. Throws `TypeError` for an impossible unit name. */
export function journalArguments({
  from,
  to,
  unit,
  priority,
  text,
}: Omit<JournalWanted, 'signal'>): string[] {
  if (unit !== null && !isUnitName(unit)) throw new TypeError('not the name of a unit');
  return [
    'journalctl',
    '--no-pager',
    '--output=json',
    `--output-fields=${JOURNAL_FIELDS.join()}`,
    `--since=${seconds(from)}`,
    `--until=${seconds(to)}`,
    `--lines=${MOST_LINES}`,
    `--priority=${LOG_PRIORITIES.indexOf(priority)}`,
    ...(unit === null ? [] : [`--unit=${unit}`]),
    ...(isPlain(text) ? [`--grep=${literal(text)}`, '--case-sensitive=false'] : []),
  ];
}

/** PCRE2 and JavaScript may differ in the case of other characters. */
const isPlain = (text: string): boolean => /^[ -~]+$/.test(text);

/** PCRE2: after a backslash, non-alphanumeric characters are literal (pcre2pattern(3)). */
const literal = (text: string): string => text.replaceAll(/[^A-Za-z\d]/g, String.raw`\$&`);

function linesOf(stdout: string, isCut: boolean): RawLine[] {
  const texts = stdout.split('\n');
  // The last one has no line end.
  if (isCut) texts.pop();
  const lines: RawLine[] = [];
  for (const text of texts) {
    const entry = parseJournalLine(text);
    if (entry !== null) lines.push(lineOf(entry));
  }
  return lines;
}

function lineOf({ time, message, priority, isKernel, unit, identifier, container }: SystemdEntry): RawLine {
  const line = { time, priority, text: message ?? TOO_LONG };
  if (isKernel) return { ...line, origin: 'kernel', name: '' };
  // Engines that log to the journal name the container; the unit is theirs.
  if (container !== '') return { ...line, origin: 'container', name: container };
  if (unit !== '') return { ...line, origin: 'unit', name: unit };
  return { ...line, origin: 'program', name: identifier };
}

/** Folders are named after the identifier of a machine. */
const hasFiles = (host: Host): boolean =>
  FOLDERS.some((folder) => orNull(() => host.list(folder))?.some((name) => /^[\da-f]{32}/.test(name)));

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
