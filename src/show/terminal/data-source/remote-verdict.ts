/** List of alerts of another machine. Every reply is untrusted. */
import type { Json } from '../../../core/served.ts';
import { adopt } from '../../../core/adopt.ts';
import { MACHINE_VERDICT } from '../../../core/alert.ts';
import type { AlertList } from '../../display/alert-list.ts';
import { printable } from '../../display/printable.ts';

/** List, with the number of the thresholds that it follows. */
export interface RemoteVerdict extends AlertList {
  readonly rules: number;
}

const read = adopt(MACHINE_VERDICT);
const shown = (text: string): string => printable(text, 300);

/** Null for what is no verdict: agents of others have none. */
export function remoteVerdictIn(answer: Json): RemoteVerdict | null {
  const verdict = read(answer);
  if (verdict === null) return null;
  const { alerts, counts, state, rules } = verdict;
  return {
    // Types and items are compared with those of its values.
    alerts: alerts.map((alert) => ({
      ...alert,
      subject: shown(alert.subject),
      sentence: shown(alert.sentence),
      who: alert.who.map(shown),
      parent: alert.parent && shown(alert.parent),
    })),
    careful: counts.careful,
    hasData: state !== 'no-data',
    rules,
  };
}
