import { eachLine } from './bytes.ts';
import type { ProtocolCounters } from './net-snmp.ts';

const NAME = /^([A-Z][A-Za-z]*6)([A-Z]\w*)$/;

/** Reads /proc/net/snmp6: `Ip6InReceives 42`, a line each. */
export function parseNetSnmp6(bytes: Uint8Array): ProtocolCounters {
  const found: ProtocolCounters = new Map();
  eachLine(bytes, (cursor) => {
    const [, protocol = '', name = ''] = NAME.exec(cursor.word()) ?? [];
    const value = cursor.integer(-1);
    if (name === '' || value < 0) return;
    const counters = found.get(protocol) ?? new Map<string, number>();
    found.set(protocol, counters.set(name, value));
  });
  return found;
}
