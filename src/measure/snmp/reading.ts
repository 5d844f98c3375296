/** One reading of an agent, and the growth of counters since the previous one. */
import { growth as grownBy } from '../../core/rates.ts';
import { type Answers, numberAt } from './answers.ts';
import { OID } from './oids.ts';

export interface Reading {
  answers: Answers;
  /** Monotonic milliseconds. */
  at: number;
}

export type SnmpItem = Record<string, string | number | boolean | null>;

/** Counters of 32 bits start again at 0. */
const WRAP_32 = 2 ** 32;

/** Comparison of two readings; null: nothing to compare. */
export interface Span {
  seconds: number;
  before: Answers;
  now: Answers;
}

export function spanOf(now: Reading, before: Reading | null): Span | null {
  if (before === null || now.at <= before.at) return null;
  const started = numberAt(now.answers, OID.sysUpTime);
  const earlier = numberAt(before.answers, OID.sysUpTime);
  // A restarted agent may count from 0.
  if (started === null || earlier === null || started < earlier) return null;
  return { seconds: (now.at - before.at) / 1000, before: before.answers, now: now.answers };
}

/** Null: unknown. Restarts are known by the uptime of the agent. */
export function growth({ before, now, seconds }: Span, oid: string, isNarrow: boolean): number | null {
  const [value, earlier] = [numberAt(now, oid), numberAt(before, oid)];
  if (value === null || earlier === null) return null;
  const wrap = isNarrow ? WRAP_32 : Number.POSITIVE_INFINITY;
  return grownBy(earlier, value, seconds, { wrap, fastest: 0, most: Number.POSITIVE_INFINITY });
}

/** Returns the three forms of a counter, as plugins serve them; only its level without a previous reading. */
export function counterFields(
  name: string,
  { oid, answers, span, isNarrow }: { oid: string; answers: Answers; span: Span | null; isNarrow: boolean },
): SnmpItem {
  const level = numberAt(answers, oid);
  if (level === null) return {};
  const grown = span && growth(span, oid, isNarrow);
  return {
    [`${name}_gauge`]: level,
    ...(span !== null && grown !== null && { [name]: grown, [`${name}_rate_per_sec`]: grown / span.seconds }),
  };
}
