/** List of alerts of a server, from its reply. Untrusted: bounded, plain texts only. */
import type { ServedMember } from '../../core/served.ts';
import { adopt } from '../../core/adopt.ts';
import { ALERT, MACHINE_VERDICT, type MachineVerdict } from '../../core/alert.ts';
import { extended, flag, listOf, picked, text, type TypeOf } from '../../core/shape.ts';
import { safeText } from '../../net/agents/values/extract.ts';

const KEPT = [
  'level',
  'type',
  'sentence',
  'said',
  'since',
  'stretches',
  'who',
  'culprits',
  'parent',
  'parent_said',
] as const;

export const SERVER_ALERT = extended(picked(ALERT, KEPT, 'An alert of a server, as in its `/api/verdict`.'), {
  link: text('Address on the page of the server, relative to that page.'),
  silenced: flag('Whether it is acknowledged or silenced, there or on this hub.'),
});
export type ServerAlert = TypeOf<typeof SERVER_ALERT>;
export const SERVER_ALERTS = listOf(SERVER_ALERT, { description: 'The worst first.', maxItems: 20 });

export interface ServerVerdict extends Pick<MachineVerdict, 'state' | 'level' | 'sentence' | 'notifies'> {
  /** How many there are. */
  readonly count: number;
  /** First alerts. */
  readonly alerts: readonly ServerAlert[];
}

const read = adopt(
  extended(picked(MACHINE_VERDICT, ['state', 'level', 'sentence', 'notifies', 'counts'], ''), {
    alerts: SERVER_ALERTS,
  }),
  safeText,
);

/** Null for what is no verdict: agents of others have none. */
export function serverVerdictIn(value: ServedMember): ServerVerdict | null {
  const found = read(value);
  if (found === null) return null;
  const { counts, alerts, ...verdict } = found;
  // Within the page of that server, whatever it says.
  const linked = alerts.map((alert) => (alert.link.startsWith('#') ? alert : { ...alert, link: '' }));
  return { ...verdict, count: counts.critical + counts.warning, alerts: linked };
}
