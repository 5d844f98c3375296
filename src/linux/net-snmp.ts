import { decode } from './bytes.ts';

/** Counters by protocol and name. */
export type ProtocolCounters = Map<string, Map<string, number>>;

/**
 * Reads /proc/net/snmp or /proc/net/netstat: of each protocol a line of names and one of numbers. Lines that do not fit each
 * other are skipped.
 */
export function parseNetSnmp(bytes: Uint8Array): ProtocolCounters {
  const found: ProtocolCounters = new Map();
  const lines = decode(bytes).split('\n');
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [head = '', ...names] = lines[at]!.split(' ');
    const [sameHead, ...values] = lines[at + 1]!.split(' ');
    if (head !== sameHead || !head.endsWith(':') || names.length !== values.length) continue;
    const pairs = names.map((name, index) => [name, numberIn(values[index])] as const);
    found.set(head.slice(0, -1), new Map(pairs.filter(([, value]) => !Number.isNaN(value))));
  }
  return found;
}

/** Some of them are -1: no limit. */
const numberIn = (text = ''): number => (/^-?\d{1,20}$/.test(text) ? Number(text) : Number.NaN);
