/** Converts an SNMP agent's replies to plugin values. Pure. */
import { decodeCpu, decodeLoad } from './decode-cpu.ts';
import { decodeFs, decodeMem, decodeMemswap } from './decode-memory.ts';
import { type Reading, type SnmpItem, spanOf, counterFields, type Span } from './reading.ts';
import { formatUptime } from '../../core/format-uptime.ts';
import { type Answers, numberAt, textAt, rowsOf } from './answers.ts';
import { OID, COLUMN } from './oids.ts';

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

/** sysDescr of net-snmp: output of uname(1), `Linux db1 6.1.0 #1 SMP … x86_64`. */
const UNAME = /^(?<system>[A-Z]\w*) \S+ (?<release>\S+) (?:.* )?(?<machine>\S+)$/;

function decodeSystem(answers: Answers): SnmpItem | null {
  const description = textAt(answers, OID.sysDescr);
  const hostname = textAt(answers, OID.sysName);
  if (description === null && hostname === null) return null;
  const { system, release, machine } = UNAME.exec(description ?? '')?.groups ?? {};
  const platform = machine === undefined ? '' : /64$|^s390x$/.test(machine) ? '64bit' : '32bit';
  return {
    os_name: system ?? '',
    hostname: hostname ?? '',
    platform,
    os_version: release ?? '',
    linux_distro: '',
    hr_name: system === undefined ? (description ?? '') : `${platform} / ${system} ${release}`,
  };
}

/** Host uptime, otherwise the SNMP agent's, in hundredths of a second. */
function decodeUptime(answers: Answers): string | null {
  const ticks = numberAt(answers, OID.hrSystemUptime) ?? numberAt(answers, OID.sysUpTime);
  return ticks === null ? null : formatUptime(ticks / 100);
}

/** ifOperStatus: up(1). */
const UP = 1;
/** Megabits as the plugin serves them. */
const MEGABIT = 1_048_576;

function decodeNetwork(answers: Answers, span: Span | null): SnmpItem[] {
  const seen = new Set<string>();
  return rowsOf(answers, COLUMN.ifDescr).flatMap((row) => {
    const told = textAt(answers, `${COLUMN.ifName}.${row}`) ?? textAt(answers, `${COLUMN.ifDescr}.${row}`);
    if (told === null) return [];
    // Agents of switches and of Windows give several interfaces one name.
    const name = seen.has(told) ? `${told}#${row}` : told;
    seen.add(name);
    return {
      key: 'interface_name',
      interface_name: name,
      alias: textAt(answers, `${COLUMN.ifAlias}.${row}`),
      ...traffic(answers, span, row),
      speed: speedOf(answers, row),
      is_up: numberAt(answers, `${COLUMN.ifOperStatus}.${row}`) === UP,
      ...(span !== null && { time_since_update: span.seconds }),
    };
  });
}

/** 64-bit counters if available. */
function traffic(answers: Answers, span: Span | null, row: string): SnmpItem {
  const counter = (name: string, wide: string, narrow: string): SnmpItem => {
    const isNarrow = !answers.has(`${wide}.${row}`);
    return counterFields(name, { oid: `${isNarrow ? narrow : wide}.${row}`, answers, span, isNarrow });
  };
  const both = {
    ...counter('bytes_recv', COLUMN.ifHCInOctets, COLUMN.ifInOctets),
    ...counter('bytes_sent', COLUMN.ifHCOutOctets, COLUMN.ifOutOctets),
  };
  const sums = ['', '_gauge', '_rate_per_sec'].flatMap((suffix) => {
    const [received, sent] = [both[`bytes_recv${suffix}`], both[`bytes_sent${suffix}`]];
    return typeof received === 'number' && typeof sent === 'number'
      ? [[`bytes_all${suffix}`, received + sent] as const]
      : [];
  });
  return { ...both, ...Object.fromEntries(sums) };
}

/** Bits per second; 0 when unknown. */
function speedOf(answers: Answers, row: string): number {
  const megabits = numberAt(answers, `${COLUMN.ifHighSpeed}.${row}`);
  if (megabits !== null && megabits > 0) return megabits * MEGABIT;
  return numberAt(answers, `${COLUMN.ifSpeed}.${row}`) ?? 0;
}
