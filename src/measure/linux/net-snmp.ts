import { decode } from './bytes.ts';

/** Counters by protocol and name. */
export type ProtocolCounters = Map<string, Map<string, number>>;

/** Names of a protocol, and the columns that they are in. */
interface Columns {
  readonly protocol: string;
  readonly count: number;
  readonly shown: readonly (readonly [name: string, column: number])[];
}

/**
 * Reads /proc/net/snmp or /proc/net/netstat: a line of names and a line of numbers per protocol. Mismatched lines are skipped. Names
 * are parsed once, until they change.
 */
export function createNetSnmpReader(
  isShown: (protocol: string, name: string) => boolean,
): (bytes: Uint8Array) => ProtocolCounters {
  const known = new Map<string, Columns | null>();
  const columnsIn = (line: string): Columns | null => {
    let columns = known.get(line);
    if (columns !== undefined) return columns;
    if (known.size >= MOST_LINES) known.clear();
    known.set(line, (columns = columnsOf(line, isShown)));
    return columns;
  };
  return (bytes) => {
    const found: ProtocolCounters = new Map();
    const lines = decode(bytes).split('\n');
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const columns = columnsIn(lines[at]!);
      const counters = columns && countersIn(lines[at + 1]!, columns);
      if (counters) found.set(columns.protocol, counters);
    }
    return found;
  };
}

/** There are a dozen. */
const MOST_LINES = 64;

/** Null: it is not a line of names. */
function columnsOf(line: string, isShown: (protocol: string, name: string) => boolean): Columns | null {
  const [head = '', ...names] = line.split(' ');
  if (!head.endsWith(':')) return null;
  const protocol = head.slice(0, -1);
  const shown = names.flatMap((name, at) => (isShown(protocol, name) ? [[name, at + 1] as const] : []));
  return { protocol, count: names.length, shown };
}

function countersIn(line: string, { protocol, count, shown }: Columns): Map<string, number> | null {
  if (!line.startsWith(`${protocol}:`)) return null;
  const values = line.split(' ');
  if (values.length !== count + 1) return null;
  const counters = new Map<string, number>();
  for (const [name, column] of shown) {
    const value = numberIn(values[column]);
    if (!Number.isNaN(value)) counters.set(name, value);
  }
  return counters;
}

/** Some of them are -1: no limit. */
const numberIn = (text = ''): number => (/^-?\d{1,20}$/.test(text) ? Number(text) : Number.NaN);
