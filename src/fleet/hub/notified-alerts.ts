/** The alerts of a server that people are to be notified of. Untrusted: bounded, and nothing but plain texts. */
import type { NotifiedAlert } from '../../core/alert.ts';
import { type AlertEvent, type EventFinding, SAVED_EVENT, type SavedEvent } from '../../core/event.ts';
import { isOf } from '../../core/shape-check.ts';
import { plainText } from '../../net/agents/values/extract.ts';
import { memberOf } from '../../core/members.ts';

export interface NotifiedAlerts {
  readonly alerts: readonly NotifiedAlert[];
  /** The server has waited as long as its rules demand; others report each value above a threshold at once. */
  readonly isCalm: boolean;
}

/** Of one server. */
const MOST_ALERTS = 50;
const MOST_DETAILS = 20;

/** Alerts of an agent like this one; null for what is no list. */
export function notifiedIn(value: unknown): NotifiedAlerts | null {
  if (!Array.isArray(value)) return null;
  const alerts = value
    .slice(-MOST_ALERTS)
    .filter((one) => isOf(SAVED_EVENT, one))
    .map((one) => ({ ...plainEvent(one), silenced: memberOf(one, 'silenced') === true }));
  return { alerts, isCalm: true };
}

/** Ongoing alerts of other agents, from `/api/4/alert` or its older form of positions; null for what is no list. */
export function ongoingIn(value: unknown): NotifiedAlerts | null {
  if (!Array.isArray(value)) return null;
  const alerts = value.slice(0, MOST_ALERTS).flatMap((one: unknown) => foreignEvent(one) ?? []);
  return { alerts, isCalm: false };
}

function plainEvent({ id, plugin, field, identity, stat, event, finding, reading }: SavedEvent): SavedEvent {
  return {
    id,
    plugin: plainText(plugin),
    field: plainText(field),
    identity: identity === null ? null : plainText(identity),
    stat: plainText(stat),
    event: {
      ...event,
      type: plainText(event.type),
      top: event.top.slice(0, 3).map(plainText),
      desc: plainText(event.desc),
      global_msg: '',
    },
    ...(finding && { finding: plainFinding(finding) }),
    ...(reading && { reading }),
  };
}

const plainFinding = ({ kind, label, sentence, details }: EventFinding): EventFinding => ({
  kind: plainText(kind),
  label: label === null ? null : plainText(label),
  sentence: plainText(sentence),
  details: Object.fromEntries(
    Object.entries(details)
      .slice(0, MOST_DETAILS)
      .map(([name, detail]) => [plainText(name), typeof detail === 'string' ? plainText(detail) : detail]),
  ),
});

/** Places in the older form. */
const PLACES = ['begin', 'end', 'state', 'type', 'max', 'avg', 'min', 'sum', 'count', 'top'] as const;

function foreignEvent(value: unknown): NotifiedAlert | null {
  const member = (name: (typeof PLACES)[number]): unknown =>
    Array.isArray(value) ? (value as unknown[])[PLACES.indexOf(name)] : memberOf(value, name);
  const number = (name: (typeof PLACES)[number], fallback: number): number => {
    const found = member(name);
    return typeof found === 'number' && Number.isFinite(found) ? found : fallback;
  };
  const type = member('type');
  const state = member('state');
  if (number('end', 0) !== -1 || typeof type !== 'string' || (state !== 'WARNING' && state !== 'CRITICAL'))
    return null;
  const top = member('top');
  const stat = plainText(type).toLowerCase();
  const max = number('max', 0);
  const avg = number('avg', max);
  const count = number('count', 1);
  const event: AlertEvent = {
    begin: Math.floor(number('begin', 0)),
    end: -1,
    state,
    type: stat.toUpperCase(),
    max,
    avg,
    min: number('min', max),
    sum: number('sum', avg * count),
    count,
    top: Array.isArray(top)
      ? top.slice(0, 3).flatMap((one: unknown) => (typeof one === 'string' ? plainText(one) : []))
      : [],
    desc: '',
    sort: 'cpu_percent',
    global_msg: '',
  };
  return {
    id: 0,
    plugin: stat.split('_')[0] ?? '',
    field: stat,
    identity: null,
    stat,
    event,
    silenced: false,
  };
}
