/** Converts an SNMP agent's replies to plugin values. Pure. */
import { decodeCpu, decodeLoad } from './decode-cpu.ts';
import { decodeFs, decodeMem, decodeMemswap } from './decode-memory.ts';
import { decodeNetwork } from './decode-network.ts';
import { decodeSystem, decodeUptime } from './decode-system.ts';
import { type Reading, type SnmpItem, spanOf } from './reading.ts';

/** By plugin name; unavailable values are missing. */
export type SnmpPlugins = Record<string, SnmpItem | SnmpItem[] | string>;

/** `before`: previous reading; null: no rates, and the CPU of the last minute. */
export function decodePlugins(now: Reading, before: Reading | null): SnmpPlugins {
  const { answers } = now;
  const span = spanOf(now, before);
  const all: Record<string, SnmpItem | SnmpItem[] | string | null> = {
    system: decodeSystem(answers),
    uptime: decodeUptime(answers),
    load: decodeLoad(answers),
    cpu: decodeCpu(answers, span),
    mem: decodeMem(answers),
    memswap: decodeMemswap(answers),
    fs: decodeFs(answers),
    network: decodeNetwork(answers, span),
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, SnmpItem | SnmpItem[] | string] =>
        entry[1] !== null && entry[1].length !== 0,
    ),
  );
}
