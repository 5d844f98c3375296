/** The list of alerts of a server, as it answers it. Untrusted: bounded, and nothing but plain texts. */
import type { Alert, MachineVerdict } from '../../core/alert.ts';
import { type Culprits, MOST_CULPRITS } from '../../core/culprits.ts';
import { CULPRITS } from '../../core/culprits-shape.ts';
import { isOf } from '../../core/shape-check.ts';
import { stretchesIn } from '../../core/stretches.ts';
import { plainText } from '../../net/agents/values/extract.ts';
import { memberOf } from '../../core/members.ts';

export type ServerAlert = Pick<
  Alert,
  'level' | 'type' | 'sentence' | 'since' | 'stretches' | 'who' | 'culprits' | 'link' | 'silenced' | 'parent'
>;

export interface ServerVerdict extends Pick<MachineVerdict, 'state' | 'level' | 'sentence' | 'notifies'> {
  /** How many there are. */
  readonly count: number;
  /** The first of them. */
  readonly alerts: readonly ServerAlert[];
}

const MOST_ALERTS = 20;
const MOST_NAMES = 3;
const STATES: ReadonlySet<unknown> = new Set(['ok', 'alerts', 'no-data']);
const LEVELS: ReadonlySet<unknown> = new Set(['OK', 'CAREFUL', 'WARNING', 'CRITICAL']);

const textOf = (value: unknown): string => (typeof value === 'string' ? plainText(value) : '');
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

/** Null for what is no verdict: older servers have none. */
export function verdictIn(value: unknown): ServerVerdict | null {
  const state = memberOf(value, 'state');
  const level = memberOf(value, 'level');
  const alerts = memberOf(value, 'alerts');
  if (!STATES.has(state) || !Array.isArray(alerts)) return null;
  const counts = memberOf(value, 'counts');
  return {
    state: state as ServerVerdict['state'],
    level: LEVELS.has(level) ? (level as ServerVerdict['level']) : null,
    sentence: textOf(memberOf(value, 'sentence')),
    notifies: memberOf(value, 'notifies') === true,
    count: countOf(memberOf(counts, 'critical')) + countOf(memberOf(counts, 'warning')),
    alerts: alerts.slice(0, MOST_ALERTS).map(alertIn),
  };
}

function alertIn(value: unknown): ServerAlert {
  const since = memberOf(value, 'since');
  const who = memberOf(value, 'who');
  const link = memberOf(value, 'link');
  return {
    level: memberOf(value, 'level') === 'CRITICAL' ? 'CRITICAL' : 'WARNING',
    type: textOf(memberOf(value, 'type')),
    sentence: textOf(memberOf(value, 'sentence')),
    since: typeof since === 'number' && Number.isFinite(since) ? since : null,
    stretches: stretchesIn(memberOf(value, 'stretches')),
    who: Array.isArray(who) ? who.slice(0, MOST_NAMES).map(textOf) : [],
    culprits: culpritsOf(memberOf(value, 'culprits')),
    // Within the page of that server, whatever it says.
    link: textOf(link).startsWith('#') ? textOf(link) : '',
    silenced: memberOf(value, 'silenced') === true,
    parent: textOf(memberOf(value, 'parent')) || null,
  };
}

const culpritsOf = (value: unknown): Culprits | null =>
  isOf(CULPRITS, value)
    ? {
        programs: value.programs.slice(0, MOST_CULPRITS).map(({ name, unit, container, user, percent }) => ({
          name: plainText(name),
          unit: unit && plainText(unit),
          container: container && plainText(container),
          ...(user !== undefined && { user: plainText(user) }),
          percent,
        })),
        ended: value.ended,
      }
    : null;
