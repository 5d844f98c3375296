/** Network interfaces: IF-MIB. */
import { type Answers, numberAt, rowsOf, textAt } from './answers.ts';
import { COLUMN } from './oids.ts';
import { counterFields, type SnmpItem, type Span } from './reading.ts';

/** ifOperStatus: up(1). */
const UP = 1;
/** Megabits as the plugin serves them. */
const MEGABIT = 1_048_576;

export function decodeNetwork(answers: Answers, span: Span | null): SnmpItem[] {
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
