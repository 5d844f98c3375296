/** Standard error of a container, as Docker and Podman keep it: "Attach to a container" and "Get container logs" of the Docker Engine API. */
import { ServiceError } from '../../../core/service-error.ts';
import type { HttpService } from '../../../core/host.ts';
import type { ContainerLine, ContainerLog, LogAsked } from './engine.ts';

/** Limit of returned lines, the latest of the time. */
const MOST_LINES = 100;
/** Usually enough of both outputs for that many lines of one; engines read from the end. */
const TAIL = 1000;
const LIMITS = { timeoutMs: 2000, maxBytes: 1024 * 1024 };

export interface LogSubject {
  readonly service: HttpService;
  /** Of its paths. */
  readonly prefix: string;
  readonly id: string;
  /** It has a terminal, so all output is standard output. */
  readonly hasTerminal: boolean;
}

/** Rejects with a `ServiceError` if the engine does not serve the log. */
export async function readContainerLog(subject: LogSubject, asked: LogAsked): Promise<ContainerLog> {
  const { lines, isCut } = await ask(subject, asked, TAIL);
  if (lines.length >= MOST_LINES && !isCut) return { lines: lines.slice(-MOST_LINES), reason: null };
  try {
    const all = await ask(subject, asked, 'all');
    const reason = all.isCut ? 'its log of this time is longer than 1 MiB: newer lines are missing' : null;
    return { lines: all.lines.slice(-MOST_LINES), reason };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'ETIMEDOUT')) throw error;
    return { lines, reason: `its log is long: only its last ${TAIL} lines were read` };
  }
}

interface Answer {
  readonly lines: readonly ContainerLine[];
  readonly isCut: boolean;
}

async function ask(
  { service, prefix, id, hasTerminal }: LogSubject,
  { from, to, signal, slice }: LogAsked,
  tail: number | 'all',
): Promise<Answer> {
  const query = new URLSearchParams({
    stdout: String(hasTerminal),
    stderr: String(!hasTerminal),
    timestamps: 'true',
    since: String(Math.floor(from / 1000)),
    until: String(Math.ceil(to / 1000)),
    tail: String(tail),
  });
  const body = await service.getStart(`${prefix}/containers/${encodeURIComponent(id)}/logs?${query}`, {
    ...LIMITS,
    signal,
  });
  const isCut = body.length >= LIMITS.maxBytes;
  const lines: ContainerLine[] = [];
  const texts = textOf(body).split('\n');
  // The last one has no line end.
  if (isCut) texts.pop();
  for (const text of texts) {
    const line = parseContainerLine(text);
    if (line !== null && line.time >= from && line.time <= to) lines.push(line);
    if (slice.isOver) await slice.next();
  }
  return { lines, isCut };
}

/** `2026-11-26T14:21:15.003807123Z text`; null: no leading time. */
export function parseContainerLine(line: string): ContainerLine | null {
  const blank = line.indexOf(' ');
  const time = blank > 0 && blank < 64 ? Date.parse(line.slice(0, blank)) : Number.NaN;
  return Number.isNaN(time) ? null : { time, text: line.slice(blank + 1).replace(/\r$/, '') };
}

const HEADER = 8;

/** Stream frames: stream number, three zeros, length (big-endian), text. No frames with a terminal. */
export function textOf(body: Buffer): string {
  if (!isFrame(body, 0)) return body.toString('utf8');
  const parts: Buffer[] = [];
  for (let at = 0; isFrame(body, at);) {
    const end = at + HEADER + body.readUInt32BE(at + 4);
    parts.push(body.subarray(at + HEADER, end));
    at = end;
  }
  return Buffer.concat(parts).toString('utf8');
}

const isFrame = (body: Buffer, at: number): boolean =>
  at + HEADER <= body.length && (body[at] as number) <= 2 && body.readUIntBE(at + 1, 3) === 0;
