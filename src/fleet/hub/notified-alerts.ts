/** Alerts of a server that are notified. Untrusted: bounded, plain texts only. */
import type { NotifiedAlert } from '../../core/alert.ts';
import { adopt } from '../../core/adopt.ts';
import { ALERT_STATES, type AlertEvent, SAVED_EVENT } from '../../core/event.ts';
import type { Json, ServedMember } from '../../core/served.ts';
import { extended, flag, listOf, loose, numbers, oneOf, picked, text } from '../../core/shape.ts';
import { safeText } from '../../net/agents/values/extract.ts';

export interface NotifiedAlerts {
  readonly alerts: readonly NotifiedAlert[];
  /** True if the server has applied its own alert delays; others report each value above a threshold at once. */
  readonly isCalm: boolean;
}

/** Of one server. */
const MOST_ALERTS = 50;
const MOST_DETAILS = 20;

const TAKEN = ['id', 'plugin', 'field', 'identity', 'stat', 'event', 'finding', 'reading'] as const;
const notifiedOf = adopt(listOf(extended(picked(SAVED_EVENT, TAKEN, ''), { silenced: flag() })), safeText);

/** Alerts of an agent like this one; null for what is no list. */
export function notifiedIn(value: ServedMember): NotifiedAlerts | null {
  const alerts = notifiedOf(value)?.slice(-MOST_ALERTS).map(bounded);
  return alerts ? { alerts, isCalm: true } : null;
}

const bounded = (alert: NotifiedAlert): NotifiedAlert => ({
  ...alert,
  event: { ...alert.event, top: alert.event.top.slice(0, 3), global_msg: '' },
  ...(alert.finding && {
    finding: {
      ...alert.finding,
      details: Object.fromEntries(Object.entries(alert.finding.details).slice(0, MOST_DETAILS)),
    },
  }),
});

/** In the order of the older form, which has positions. */
const PLACES = ['begin', 'end', 'state', 'type', 'max', 'avg', 'min', 'sum', 'count', 'top'] as const;
const foreignOf = adopt(
  loose(
    {
      ...numbers('begin', 'max', 'avg', 'min', 'sum', 'count'),
      end: oneOf([-1]),
      state: oneOf(ALERT_STATES),
      type: text(),
      top: listOf(text()),
    },
    ['end', 'state', 'type'],
  ),
  safeText,
);

/** Ongoing alerts of other agents, from `/api/4/alert` or its older form of positions; null for what is no list. */
export function ongoingIn(value: ServedMember): NotifiedAlerts | null {
  if (!Array.isArray(value)) return null;
  const alerts = value.slice(0, MOST_ALERTS).flatMap((one: Json) => foreignEvent(one) ?? []);
  return { alerts, isCalm: false };
}

function foreignEvent(value: Json): NotifiedAlert | null {
  const found = foreignOf(
    Array.isArray(value) ? Object.fromEntries(PLACES.map((name, at) => [name, value[at]])) : value,
  );
  if (found === null) return null;
  const { begin = 0, end, state, type, max = 0, top = [] } = found;
  const { avg = max, min = max, count = 1, sum = avg * count } = found;
  const stat = type.toLowerCase();
  const event: AlertEvent = {
    begin: Math.floor(begin),
    end,
    state,
    type: type.toUpperCase(),
    max,
    avg,
    min,
    sum,
    count,
    top: top.slice(0, 3),
    desc: '',
    sort: 'cpu_percent',
    global_msg: '',
  };
  const plugin = stat.split('_')[0] ?? '';
  return { id: 0, plugin, field: stat, identity: null, stat, event, silenced: false };
}
