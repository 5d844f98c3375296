/** The list of alerts of another machine. Every answer is untrusted. */
import { stretchesIn } from '../../../core/stretches.ts';
import { type Alert, MOST_ALERTS } from '../../../core/alert.ts';
import { CULPRITS } from '../../../core/culprits-shape.ts';
import { isOf } from '../../../core/shape-check.ts';
import type { AlertList } from '../../display/alert-list.ts';
import { printable } from '../../display/printable.ts';

type Members = Readonly<Record<string, unknown>>;

const LONGEST = 300;
const MOST_NAMES = 3;

const membersOf = (value: unknown): Members => Object(value) as Members;
const textOf = (value: unknown): string => (typeof value === 'string' ? printable(value, LONGEST) : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? textOf(value) : null);
const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const textsOf = (value: unknown, most: number): string[] =>
  Array.isArray(value) ? value.slice(0, most).map(textOf) : [];

/** The list, and the number of the thresholds that it follows; null: older agents tell none. */
export interface RemoteVerdict extends AlertList {
  readonly rules: number | null;
}

/** Null for what is no verdict: older agents have none. */
export function verdictIn(answer: unknown): RemoteVerdict | null {
  const { state, counts, alerts, rules } = membersOf(answer);
  if (typeof state !== 'string' || !Array.isArray(alerts)) return null;
  return {
    alerts: alerts.slice(0, MOST_ALERTS).map(alertIn),
    careful: numberOrNull(membersOf(counts)['careful']) ?? 0,
    hasData: state !== 'no-data',
    rules: numberOrNull(rules),
  };
}

function alertIn(value: unknown): Alert {
  const one = membersOf(value);
  return {
    id: textOf(one['id']),
    level: one['level'] === 'CRITICAL' ? 'CRITICAL' : 'WARNING',
    type: typeof one['type'] === 'string' ? one['type'].slice(0, LONGEST) : '',
    kind: textOrNull(one['kind']),
    plugin: textOf(one['plugin']),
    item: typeof one['item'] === 'string' ? one['item'].slice(0, LONGEST) : null,
    subject: textOf(one['subject']),
    since: numberOrNull(one['since']),
    stretches: stretchesIn(one['stretches']),
    value: numberOrNull(one['value']),
    threshold: numberOrNull(one['threshold']),
    sentence: textOf(one['sentence']),
    who: textsOf(one['who'], MOST_NAMES),
    culprits: isOf(CULPRITS, one['culprits']) ? one['culprits'] : null,
    chart: textOrNull(one['chart']),
    link: textOf(one['link']),
    silenced: one['silenced'] === true,
    parent: textOrNull(one['parent']),
    also: textsOf(one['also'], MOST_ALERTS),
  };
}
