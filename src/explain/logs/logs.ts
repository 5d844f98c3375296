/** Reads log lines on demand; nothing is stored. */
import type { Host } from '../../core/host.ts';
import {
  type LogAnswer,
  type LogSource,
  type Logs,
  type WantedLogs,
  LOG_PRIORITIES,
  type LogLine,
} from './log-lines.ts';
import { GoneError, Slice } from '../../core/slice.ts';
import { readJournal } from './journal.ts';
import { readKernel } from './kernel.ts';
import type { RawLine, SourceReading } from './reading.ts';

/** Logs of containers, wherever engines keep them. */
export type ReadContainer = (
  name: string,
  asked: Pick<WantedLogs, 'from' | 'to' | 'output' | 'signal'>,
) => Promise<SourceReading>;

interface LogsSetup {
  readonly host: Host;
  readonly readContainer: ReadContainer;
  /** Untrusted text as one line: secrets masked, control characters visible, shortened. */
  show(text: string): string;
}

export function createLogs({ host, readContainer, show }: LogsSetup): Logs {
  return {
    async read(wanted) {
      const { from, to, containers, signal, text, isGrouped } = wanted;
      const [own, ...others] = await Promise.all([
        readOwn(host, wanted),
        ...containers.map(async (name) => ({ name, ...(await readContainer(name, wanted)) })),
      ]);
      if (signal.aborted) throw new GoneError();
      const readings = [...own.map((reading) => ({ name: null, ...reading })), ...others];
      const lines = linesOf(readings, new Set(containers));
      return {
        from,
        to,
        lines: await groupLines(lines, { show, text, isGrouped, signal }),
        sources: readings.map((reading) => sourceOf(reading, show)),
      } satisfies LogAnswer;
    },
  };
}

/** Kernel messages are in the journal, otherwise in the ring buffer. */
async function readOwn(host: Host, { journal, ...wanted }: WantedLogs): Promise<SourceReading[]> {
  if (journal === 'none') return [];
  const { unit } = journal;
  const reading = await readJournal(host, { ...wanted, unit });
  const isRead = reading.state === 'read' || reading.state === 'empty';
  return isRead || unit !== null ? [reading] : [reading, await readKernel(host, wanted)];
}

/** Engines may log to the journal: duplicates count once. */
const linesOf = (readings: readonly SourceReading[], containers: ReadonlySet<string>): RawLine[] =>
  readings.flatMap(({ source, lines }) =>
    source === 'journal'
      ? lines.filter(({ origin, name }) => origin !== 'container' || !containers.has(name))
      : lines,
  );

const sourceOf = (
  { source, name, state, reason }: SourceReading & { name: string | null },
  show: (text: string) => string,
): LogSource => ({
  source,
  name: name === null ? null : show(name),
  state,
  reason: reason === null ? null : show(reason),
});

/** Longer texts are cut, before secrets are masked and in the result. */
const LONGEST_READ = 8192;

const NUMBERS = /0x[\da-f]+|\d+/gi;

interface GroupSetup {
  /** A text as one line: secrets masked, control characters visible, shortened. */
  show(text: string): string;
  /** Keeps only lines that contain it, in upper or lower case. */
  text: string;
  isGrouped: boolean;
  /** Ends the work. */
  signal: AbortSignal;
}

/** By the time of their first line. */
async function groupLines(
  raw: readonly RawLine[],
  { show, text: wanted, isGrouped, signal }: GroupSetup,
): Promise<LogLine[]> {
  const slice = new Slice({ isGone: () => signal.aborted });
  const groups = new Map<string, LogLine>();
  const searched = wanted.toLowerCase();
  for (const [at, { time, origin, name, priority, output = null, text }] of raw
    .toSorted((a, b) => a.time - b.time)
    .entries()) {
    if (slice.isOver) await slice.next();
    const shown = show(text.slice(0, LONGEST_READ).trimEnd());
    // A search must not reveal masked text.
    if (!shown.toLowerCase().includes(searched)) continue;
    const key = isGrouped
      ? [origin, name, priority, output, shown.replaceAll(NUMBERS, '#')].join('\n')
      : String(at);
    const known = groups.get(key);
    groups.set(key, {
      time: known?.time ?? Math.floor(time),
      last: Math.floor(time),
      origin,
      name: known?.name ?? show(name),
      priority: priority === null ? null : (LOG_PRIORITIES[priority] ?? null),
      output,
      text: shown,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...groups.values()];
}
