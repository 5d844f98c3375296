/** Life of an alert: applies observations to its record. Pure. */
import type { AlertEvent, EventOptions, SavedEvent } from '../../core/event.ts';
import { end, happen, isTold, newPolicy, raise, see, seeFine } from './policy.ts';
import { policed, type PolicySetup, type Stepped } from './step-policy.ts';
import { joined } from './told.ts';
import { isAlarm, type Observation, stageOf } from './observation.ts';
import {
  type AlertRecord,
  type ClockMoment,
  type Policy,
  rankingFor,
  timeOf,
  wholeSeconds,
} from './record.ts';

export interface Circumstances extends PolicySetup {
  readonly options: Pick<EventOptions, 'min_duration' | 'min_interval'>;
  /** Number of an event that begins. */
  readonly nextId: number;
  /** The state of the host in words. */
  readonly message: string;
  /** True if the newest event is in the list, so it may go on. */
  readonly isListed: boolean;
  /** It existed before startup, and its kind is silent about that. */
  readonly isOld: boolean;
}

const unchanged = (alert: AlertRecord): Stepped => ({ alert, changes: [], told: null });

/** Applies an observation to an alert; null: none was known, and none begins. */
export function step(alert: AlertRecord | null, seen: Observation, about: Circumstances): Stepped | null {
  if (isAlarm(seen.level)) return watched(raised(alert, seen, about), seen, about);
  if (alert === null) return null;
  return watched(
    seen.level === 'unknown' ? doubted(alert, seen, about) : fine(alert, seen, about),
    seen,
    about,
  );
}

/** A failure that is over when it is noticed. */
export function stepMoment(alert: AlertRecord | null, seen: Observation, about: Circumstances): Stepped {
  const begun = begin(seen, about);
  const event = { ...begun.saved.event, end: wholeSeconds(about.now.time) };
  return happened(
    alert,
    { ...begun, saved: { ...begun.saved, event }, raw: 'over', endedAt: about.now.at },
    about,
  );
}

function happened(alert: AlertRecord | null, { saved, ...over }: AlertRecord, about: PolicySetup): Stepped {
  const { at } = about.now;
  const before = { ...(alert?.policy ?? newPolicy(saved, at)), delays: about.delaysOf(saved) };
  const [policy, told] = happen(before, alert?.saved ?? null, saved, at);
  return { alert: { ...over, saved, policy }, changes: ['begin'], told };
}

/** An alert whose events another agent makes. @param told the event as that agent told it last; its number is used if it begins here */
export function stepForeign(alert: AlertRecord | null, told: SavedEvent, about: PolicySetup): Stepped {
  const isOver = told.event.end !== -1;
  const isKnown = alert !== null && alert.raw !== 'over';
  const { id, server, event } = isKnown ? alert.saved : told;
  // The agent that sent the first notification also sends the last.
  const saved = { ...told, id, ...(server && { server }), event: { ...told.event, begin: event.begin } };
  const next: AlertRecord = {
    saved,
    raw: isOver ? 'over' : 'raised',
    level: saved.event.state,
    value: saved.event.max,
    begunAt: alert?.begunAt ?? about.now.at,
    endedAt: isOver ? about.now.at : null,
    dropped: false,
    thresholds: null,
    spending: null,
    policy: alert?.policy ?? null,
  };
  if (!isKnown) return isOver ? happened(alert, next, about) : policed(alert, next, ['begin'], null, about);
  if (isOver) return policed(alert, next, ['end'], null, about);
  const isWorse = event.state === 'WARNING' && saved.event.state === 'CRITICAL';
  const changes = [
    ...(alert.raw === 'waiting' ? (['continue'] as const) : []),
    ...(isWorse ? (['level'] as const) : []),
  ];
  return policed(alert, next, changes, null, about);
}

/** Merges the notification state of the previous agent into an alert that has begun again since: it is one alert. */
export function adopted(own: AlertRecord, before: AlertRecord, { at }: ClockMoment): AlertRecord {
  if (own.policy === null || before.policy === null) return own;
  if (own.policy.phase !== 'pending' || !isTold(before.policy))
    return { ...own, policy: inherited(own.policy, before.policy) };
  const ended = end(before.policy, false, false, at);
  return { ...own, policy: raise({ ...ended, delays: own.policy.delays }, before.saved, own.saved, at) };
}

/** With the notices that wait since the agent before. */
export const inherited = (own: Policy, before: Policy | null): Policy =>
  before === null ? own : { ...own, targets: joined(own.targets, before.targets) };

/** It is not known, and nobody waits for it any more. */
export const giveUp = (alert: AlertRecord, about: Circumstances): Stepped => ended(alert, null, about);

function raised(alert: AlertRecord | null, seen: Observation, about: Circumstances): Stepped {
  const { finding } = seen;
  const isKnown = alert?.raw === 'raised' || alert?.raw === 'unknown';
  // Counts of a failure that stays as it is would change the list at every sample.
  if (alert !== null && isKnown && finding !== null && isSame(alert, seen))
    return unchanged({ ...alert, raw: 'raised' });
  const hasLasted = alert?.raw === 'waiting';
  const isResumed =
    alert?.raw === 'over' && about.isListed && secondsSinceEnd(alert, about.now) < about.options.min_interval;
  if (alert === null || !(isKnown || hasLasted || isResumed)) {
    const begun = begin(seen, about);
    const inherited = alert === null ? {} : heirOf(alert, begun.saved);
    return policed(alert, { ...begun, ...inherited, policy: alert?.policy ?? null }, ['begin'], seen, about);
  }
  const { event, cleared: _, finding: found, ...subject } = alert.saved;
  const isFurther = stageOf(finding) > stageOf(found);
  const isWorse = event.state === 'WARNING' && seen.level === 'CRITICAL';
  // An alert that has become worse, or has come back, is news.
  const isOld = !isResumed && !isFurther && !isWorse && found?.isOld === true;
  const next: AlertRecord = {
    ...alert,
    ...measured(seen),
    saved: {
      ...subject,
      event: { ...added(event, seen, about.message), end: -1 },
      ...(alert.saved.cleared && !isWorse && { cleared: true }),
      ...detailsOf(seen, isOld),
    },
    raw: 'raised',
    endedAt: null,
  };
  const news = isResumed ? 'resume' : hasLasted ? 'continue' : null;
  const isChange = !isResumed && (isFurther || isWorse);
  const changes = [...(news === null ? [] : ([news] as const)), ...(isChange ? (['level'] as const) : [])];
  return policed(alert, next, changes, seen, about);
}

const isSame = ({ level, value, saved: { finding } }: AlertRecord, seen: Observation): boolean =>
  level === seen.level &&
  value === seen.value &&
  stageOf(finding) === stageOf(seen.finding) &&
  finding?.sentence === seen.finding?.sentence &&
  JSON.stringify(finding?.details) === JSON.stringify(seen.finding?.details);

function begin(seen: Observation, about: Circumstances): AlertRecord {
  const { subject, finding } = seen;
  const time = wholeSeconds(about.now.time);
  const first: AlertEvent = {
    begin: time,
    end: -1,
    state: 'WARNING',
    type: subject.stat.toUpperCase(),
    max: -Infinity,
    avg: 0,
    min: Infinity,
    sum: 0,
    count: 0,
    top: [],
    desc: '',
    sort: rankingFor(subject.stat),
    global_msg: '',
  };
  const saved = {
    id: about.nextId,
    ...subject,
    event: added(first, seen, about.message),
    ...detailsOf(seen, about.isOld && stageOf(finding) === 0),
  };
  return {
    saved,
    raw: 'raised',
    ...measured(seen),
    begunAt: about.now.at,
    endedAt: null,
    dropped: false,
    spending: null,
    policy: null,
  };
}

/** Returns the next event of a flapping alert, with the culprits so far. */
const heirOf = (
  { policy, spending, saved: { culprits, event } }: AlertRecord,
  next: SavedEvent,
): Partial<Pick<AlertRecord, 'saved' | 'spending'>> =>
  culprits === undefined || policy === null || policy.phase === 'over'
    ? {}
    : { saved: { ...next, culprits, event: { ...next.event, top: event.top } }, spending };

/** An event that was critical once stays so. */
function added(event: AlertEvent, { level, value: seen }: Observation, message: string): AlertEvent {
  const value = seen ?? 0;
  const count = event.count + 1;
  const sum = event.sum + value;
  return {
    ...event,
    state: level === 'CRITICAL' ? level : event.state,
    max: Math.max(event.max, value),
    avg: sum / count,
    min: Math.min(event.min, value),
    sum,
    count,
    global_msg: message,
  };
}

const measured = ({
  level,
  value,
  thresholds,
}: Observation): Pick<AlertRecord, 'level' | 'value' | 'thresholds'> => ({
  level: level === 'CRITICAL' ? level : 'WARNING',
  value: value ?? 0,
  thresholds,
});

/** Returns the details of the newest value. */
function detailsOf(
  { finding, level, value, thresholds, unit }: Observation,
  isOld: boolean,
): Pick<SavedEvent, 'finding' | 'reading'> {
  if (finding !== null) return { finding: { ...finding, ...(isOld && { isOld: true as const }) } };
  if (value === null) return {};
  const threshold = thresholds?.[level === 'CRITICAL' ? 'critical' : 'warning'] ?? null;
  return { reading: { value, threshold, unit } };
}

/** It cannot be measured: an event lasts. A kind that has looked has decided that it goes on. */
function doubted(alert: AlertRecord, seen: Observation, about: Circumstances): Stepped {
  if (alert.raw === 'over') return unchanged(alert);
  if (alert.raw !== 'waiting')
    return unchanged(alert.raw === 'unknown' ? alert : { ...alert, raw: 'unknown' });
  if (alert.saved.finding === undefined) return unchanged(alert);
  return policed(alert, { ...alert, raw: 'unknown', endedAt: null }, ['continue'], seen, about);
}

function fine(alert: AlertRecord, seen: Observation, about: Circumstances): Stepped {
  if (alert.raw === 'over') return unchanged(alert);
  // A value that has not been read yet may still go on; what a kind finds first decides.
  const isOpen = alert.saved.finding === undefined && seen.value === null;
  return alert.raw === 'waiting' && isOpen ? unchanged(alert) : ended(alert, seen, about);
}

function ended(alert: AlertRecord, seen: Observation | null, about: Circumstances): Stepped {
  const { saved, begunAt, raw } = alert;
  const { event } = saved;
  const endedAt = raw === 'waiting' ? (alert.endedAt ?? about.now.at) : about.now.at;
  // The wall clock may have been set back since.
  const end = Math.max(event.begin, wholeSeconds(timeOf(endedAt, about.now)));
  // Values may flutter; a failure is none the less for being short.
  const dropped =
    saved.finding === undefined && Math.round((endedAt - begunAt) / 1000) < about.options.min_duration;
  const over: AlertRecord = {
    ...alert,
    saved: { ...saved, event: { ...event, end } },
    raw: 'over',
    endedAt,
    dropped,
  };
  return policed(alert, over, ['end'], seen, about);
}

/** Whole, so that the jitter of timers does not matter. */
const secondsSinceEnd = ({ endedAt }: AlertRecord, at: ClockMoment): number =>
  endedAt === null ? Infinity : Math.round((at.at - endedAt) / 1000);

/** How bad a value is, and whether it is clear: its delays may have changed with the configuration. */
function watched(
  stepped: Stepped,
  { level, isClear, delays }: Observation,
  { now: { at } }: Circumstances,
): Stepped {
  const { alert } = stepped;
  if (alert.policy === null || alert.saved.finding !== undefined) return stepped;
  let policy = delays === null ? alert.policy : { ...alert.policy, delays };
  if (isClear !== null && alert.raw !== 'waiting')
    policy = alert.raw === 'over' ? seeFine(policy, isClear, at) : see(policy, level === 'CRITICAL', at);
  return { ...stepped, alert: { ...alert, policy } };
}
