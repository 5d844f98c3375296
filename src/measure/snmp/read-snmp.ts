/** Values of a host without a Gander agent, by SNMP: RFC 3416, RFC 3414. */
import { decodePlugins, type SnmpPlugins } from './decode.ts';
import type { Reading } from './reading.ts';
import { openSession, type Answer, type SnmpSession } from './session.ts';
import { SnmpError, type SnmpOptions } from './snmp-options.ts';
import type { Answers, SnmpValue } from './answers.ts';
import { OID, type Table, TABLES } from './oids.ts';

export type { SnmpPlugins } from './decode.ts';
export { SnmpError, type SnmpOptions } from './snmp-options.ts';

export interface SnmpReader {
  /**
   * Values of the host's plugins in the shapes of version 4; rates since the last call. Ends after `timeoutMs` or by the signal.
   * Throws {@link SnmpError} with a user-readable message.
   */
  read(signal?: AbortSignal): Promise<SnmpPlugins>;
}

/** Remembers one reading. */
export function createSnmpReader(
  options: SnmpOptions,
  now: () => number = () => performance.now(),
): SnmpReader {
  let before: Reading | null = null;
  return {
    async read(signal) {
      const answers = await collectInTime(options, signal);
      const reading = { answers, at: now() };
      const plugins = decodePlugins(reading, before);
      before = reading;
      if (Object.keys(plugins).length === 0)
        throw new SnmpError(`${options.host} answers by SNMP, but has nothing that Gander reads.`);
      return plugins;
    },
  };
}

async function collectInTime(options: SnmpOptions, signal?: AbortSignal) {
  const session = await openSession(options);
  const end = once(() => session.close());
  const timer = setTimeout(end, options.timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (signal?.aborted) throw new SnmpError(`${options.host} was not asked by SNMP.`);
    return await collect(session);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    end();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Of one question. Answers have to fit into one datagram. */
const VALUES_AT_ONCE = 14;
const CELLS_AT_ONCE = 50;

/** Throws the session's errors; an incomplete table keeps its rows. */
export async function collect(session: SnmpSession): Promise<Answers> {
  const found = new Map<string, SnmpValue>();
  const wanted = Object.values(OID);
  for (let start = 0; start < wanted.length; start += VALUES_AT_ONCE)
    await takeValues(session, wanted.slice(start, start + VALUES_AT_ONCE), found);
  for (const table of TABLES) await walk(session, table, found);
  return found;
}

/** Single values are requested with GetNext of their predecessor: version 1 fails a whole request if one value is missing. */
async function takeValues(
  session: SnmpSession,
  wanted: readonly string[],
  found: Map<string, SnmpValue>,
): Promise<void> {
  const answers = await session.next(wanted.map(predecessor));
  for (const [index, { oid, value }] of answers.entries())
    if (oid === wanted[index] && value !== null) found.set(oid, value);
}

/** `1.2.0` follows `1.2`, `1.2.3` follows `1.2.2`. */
function predecessor(oid: string): string {
  const parts = oid.split('.');
  const last = Number(parts.pop());
  return [...parts, ...(last === 0 ? [] : [last - 1])].join('.');
}

/** Ends per column at its end, at decreasing ids, or with enough rows, so it always terminates. */
async function walk(
  session: SnmpSession,
  { columns, mostRows }: Table,
  found: Map<string, SnmpValue>,
): Promise<void> {
  let open = columns.map((column) => ({ column, last: column, rows: 0 }));
  while (open.length > 0) {
    const repetitions = Math.max(1, Math.floor(CELLS_AT_ONCE / open.length));
    const lists = await session.bulk(
      open.map(({ last }) => last),
      repetitions,
    );
    open = open.filter((state, index) => {
      const list = lists[index] ?? [];
      for (const answer of list) {
        if (!follows(answer, state) || state.rows >= mostRows) return false;
        state.last = answer.oid;
        state.rows += 1;
        if (answer.value !== null) found.set(answer.oid, answer.value);
      }
      return list.length > 0;
    });
  }
}

const follows = ({ oid, isEnd }: Answer, { column, last }: { column: string; last: string }): boolean =>
  !isEnd && oid.startsWith(`${column}.`) && oid.length < 256 && compareOids(oid, last) > 0;

function compareOids(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
