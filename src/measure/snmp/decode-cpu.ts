/** Shares of the CPU's time, and load averages. */
import { type Answers, numberAt, rowsOf, textAt, toPercent } from './answers.ts';
import { COLUMN, OID } from './oids.ts';
import { counterFields, growth, type SnmpItem, type Span } from './reading.ts';

/** Ticks by CPU state; their sum is the total. */
const TICKS = {
  user: OID.cpuRawUser,
  nice: OID.cpuRawNice,
  system: OID.cpuRawSystem,
  idle: OID.cpuRawIdle,
  iowait: OID.cpuRawWait,
  irq: OID.cpuRawInterrupt,
  soft: OID.cpuRawSoftIrq,
  steal: OID.cpuRawSteal,
} as const;

/** From ticks between two readings; otherwise the processors' load of the last minute. */
export function decodeCpu(answers: Answers, since: Span | null): SnmpItem | null {
  // An agent that has just started has not counted yet: its value would be the time since the boot of the host.
  const span = since !== null && numberAt(since.before, OID.cpuRawUser) === 0 ? null : since;
  const shares = (span && sharesOf(span)) ?? lastMinute(answers);
  if (shares === null) return null;
  const cores = coresOf(answers);
  const counter = (name: string, oid: string): SnmpItem => {
    const fields = counterFields(name, { oid, answers, span, isNarrow: true });
    return span === null ? {} : fields;
  };
  return {
    ...shares,
    ...counter('ctx_switches', OID.rawContexts),
    ...counter('interrupts', OID.rawInterrupts),
    ...(cores !== null && { cpucore: cores }),
    ...(span !== null && { time_since_update: span.seconds }),
  };
}

/** Null when the agent did not count any tick since, which it does every few seconds only. */
function sharesOf(span: Span): SnmpItem | null {
  const spent = Object.entries(TICKS).flatMap(([name, oid]) => {
    const ticks = growth(span, oid, true);
    return ticks === null ? [] : [[name, ticks] as const];
  });
  const all = spent.reduce((sum, [, ticks]) => sum + ticks, 0);
  const ticks = new Map<string, number>(spent);
  const idle = ticks.get('idle');
  if (all === 0 || idle === undefined || !ticks.has('user')) return null;
  const shown = spent.filter(([name]) => name !== 'soft');
  return {
    total: toPercent(all - idle - (ticks.get('iowait') ?? 0), all),
    ...Object.fromEntries(shown.map(([name, part]) => [name, toPercent(part, all)])),
  };
}

function lastMinute(answers: Answers): SnmpItem | null {
  const loads = rowsOf(answers, COLUMN.processorLoad)
    .map((row) => numberAt(answers, `${COLUMN.processorLoad}.${row}`))
    .filter((load) => load !== null);
  if (loads.length === 0) return null;
  const total = toPercent(
    loads.reduce((sum, load) => sum + load, 0),
    loads.length * 100,
  );
  return { total, idle: Math.round((100 - total) * 10) / 10 };
}

export function coresOf(answers: Answers): number | null {
  const cores = numberAt(answers, OID.cpuNumCpus) ?? rowsOf(answers, COLUMN.processorLoad).length;
  return Number.isInteger(cores) && cores > 0 && cores <= 65_536 ? cores : null;
}

/** Numbers come as text: `0.52`. */
export function decodeLoad(answers: Answers): SnmpItem | null {
  const [min1, min5, min15] = [OID.laLoad1, OID.laLoad5, OID.laLoad15].map((oid) => {
    const text = textAt(answers, oid) ?? '';
    return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
  });
  if (min1 === undefined || min5 === undefined || min15 === undefined) return null;
  const cores = coresOf(answers);
  return { min1, min5, min15, ...(cores !== null && { cpucore: cores }) };
}
