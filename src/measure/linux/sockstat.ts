import { eachLine } from './bytes.ts';
import type { ProtocolCounters } from './net-snmp.ts';

/** Reads /proc/net/sockstat or sockstat6: `TCP: inuse 5 orphan 0 …`; memory is in pages. */
export function parseSockstat(bytes: Uint8Array): ProtocolCounters {
  const found: ProtocolCounters = new Map();
  eachLine(bytes, (cursor) => {
    const protocol = cursor.word();
    if (protocol.length < 2 || !protocol.endsWith(':')) return;
    const counters = new Map<string, number>();
    for (let name = cursor.word(); name !== ''; name = cursor.word()) {
      const value = cursor.integer(-1);
      if (value < 0) return;
      counters.set(name, value);
    }
    found.set(protocol.slice(0, -1), counters);
  });
  return found;
}
