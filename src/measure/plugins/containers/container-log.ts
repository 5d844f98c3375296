/** Both outputs of a container, as Docker and Podman keep them: "Attach to a container" and "Get container logs" of the Docker Engine API. */
import { ServiceError } from '../../../core/service-error.ts';
import type { HttpService } from '../../../core/host.ts';
import type { ContainerLine, ContainerLog, ContainerOutput, LogAsked } from './engine.ts';

/** Limit of returned lines, the latest of the time. */
const MOST_LINES = 500;
/** Usually enough of both outputs; engines read from the end, and count both whatever is asked for. */
const TAIL = 1000;
const LIMITS = { timeoutMs: 2000, maxBytes: 1024 * 1024 };

interface LogSubject {
  readonly service: HttpService;
  /** Of its paths. */
  readonly prefix: string;
  readonly id: string;
  /** It has a terminal, so all output is standard output. */
  readonly hasTerminal: boolean;
}

/** Rejects with a `ServiceError` if the engine does not serve the log. */
export async function readContainerLog(subject: LogSubject, asked: LogAsked): Promise<ContainerLog> {
  const end = await ask(subject, asked, { tail: String(TAIL) });
  if (!end.isCut && (end.lines.length >= MOST_LINES || end.hasEarlier))
    return { lines: end.lines.slice(-MOST_LINES), reason: null };
  try {
    const all = await ask(subject, asked, {
      since: String(Math.floor(asked.from / 1000)),
      until: String(Math.ceil(asked.to / 1000)),
      tail: 'all',
    });
    const reason = all.isCut ? 'its log of this time is longer than 1 MiB: newer lines are missing' : null;
    return { lines: all.lines.slice(-MOST_LINES), reason };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'ETIMEDOUT')) throw error;
    return { lines: end.lines, reason: `its log is long: only its last ${TAIL} lines were read` };
  }
}

interface Answer {
  /** Of the asked time. */
  readonly lines: readonly ContainerLine[];
  /** It reaches back before that time. */
  readonly hasEarlier: boolean;
  readonly isCut: boolean;
}

async function ask(
  { service, prefix, id, hasTerminal }: LogSubject,
  { from, to, output, signal }: LogAsked,
  part: Readonly<Record<string, string>>,
): Promise<Answer> {
  const query = new URLSearchParams({
    stdout: String(hasTerminal || output !== 'stderr'),
    stderr: String(!hasTerminal && output !== 'stdout'),
    timestamps: 'true',
    ...part,
  });
  const body = await service.getStart(
    `${prefix}/containers/${encodeURIComponent(id)}/logs?${query.toString()}`,
    {
      ...LIMITS,
      signal,
    },
  );
  const isCut = body.length >= LIMITS.maxBytes;
  const lines: ContainerLine[] = [];
  let hasEarlier = false;
  for (const [of, text] of linesIn(body, isCut)) {
    const line = parseContainerLine(text, of);
    if (line !== null && line.time >= from && line.time <= to) lines.push(line);
    hasEarlier ||= line !== null && line.time < from;
  }
  return { lines: lines.sort((a, b) => a.time - b.time), hasEarlier, isCut };
}

/** `2026-11-26T14:21:15.003807123Z text`; null: no leading time. */
export function parseContainerLine(line: string, output: ContainerOutput): ContainerLine | null {
  const blank = line.indexOf(' ');
  const time = blank > 0 && blank < 64 ? Date.parse(line.slice(0, blank)) : Number.NaN;
  return Number.isNaN(time) ? null : { time, output, text: line.slice(blank + 1).replace(/\r$/, '') };
}

const HEADER = 8;
const STDERR = 2;
const NEWLINE = 0x0a;

/**
 * Lines in their order. Stream frames: number of the output, three zeros, length (big-endian), text; a line may end in a later frame
 * of its output. No frames with a terminal.
 * @param isCut the body may end within a line, which is left out
 */
export function* linesIn(body: Buffer, isCut = false): Generator<[output: ContainerOutput, line: string]> {
  const begun: Record<ContainerOutput, Buffer[]> = { stdout: [], stderr: [] };
  for (const [output, part] of partsOf(body)) {
    begun[output].push(part);
    if (!part.includes(NEWLINE)) continue;
    const bytes = Buffer.concat(begun[output]);
    const last = bytes.lastIndexOf(NEWLINE);
    begun[output] = [bytes.subarray(last + 1)];
    for (const line of bytes.toString('utf8', 0, last).split('\n')) yield [output, line];
  }
  if (isCut) return;
  for (const output of ['stdout', 'stderr'] as const) {
    const rest = Buffer.concat(begun[output]).toString('utf8');
    if (rest !== '') yield [output, rest];
  }
}

function* partsOf(body: Buffer): Generator<[output: ContainerOutput, part: Buffer]> {
  if (!isFrame(body, 0)) return yield ['stdout', body];
  for (let at = 0; isFrame(body, at);) {
    const end = at + HEADER + body.readUInt32BE(at + 4);
    yield [body[at] === STDERR ? 'stderr' : 'stdout', body.subarray(at + HEADER, end)];
    at = end;
  }
}

const isFrame = (body: Buffer, at: number): boolean =>
  at + HEADER <= body.length && (body[at] as number) <= 2 && body.readUIntBE(at + 1, 3) === 0;
