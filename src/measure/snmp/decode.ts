/** From what an agent answered to what plugins would show. Pure. */
import { decodeCpu, decodeLoad } from './decode-cpu.ts';
import { decodeFs, decodeMem, decodeMemswap } from './decode-memory.ts';
import { decodeNetwork } from './decode-network.ts';
import { decodeSystem, decodeUptime } from './decode-system.ts';
import { type Item, type Reading, spanOf } from './reading.ts';

/** By name of the plugin; what the agent does not tell is not there. */
export type SnmpPlugins = Record<string, Item | Item[] | string>;

/** `before`: what was read last; null: rates are lacking, and the CPU is that of the last minute. */
export function decodePlugins(now: Reading, before: Reading | null): SnmpPlugins {
  const { answers } = now;
  const span = spanOf(now, before);
  const all: Record<string, Item | Item[] | string | null> = {
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
      (entry): entry is [string, Item | Item[] | string] => entry[1] !== null && entry[1].length !== 0,
    ),
  );
}
