/** Replays a rule over a recorded series: when its alert would have been notified. */
import type { AlertState } from '../../core/event.ts';
import type { Slice } from '../../core/slice.ts';
import type { Observation } from '../events/observation.ts';
import { due, isForgotten, type PolicedAlert, tick } from '../events/policy.ts';
import { type Circumstances, step } from '../events/step.ts';
import type { AlertDelays } from '../../measure/levels/alert-delays.ts';
import { levelOf } from '../../measure/levels/thresholds.ts';
import type { Thresholds } from '../../core/level-rule.ts';

/** A rule in the unit of the series. */
export interface SeriesRule {
  readonly thresholds: Thresholds;
  /** Value beyond which an alert is over; null: none is set. */
  readonly clear: number | null;
  readonly delays: AlertDelays;
  /** Lower values are worse. */
  readonly isLow: boolean;
}

/** Values at regular times, NaN where nothing was recorded. */
export interface Recorded {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly step: number;
  readonly values: Float64Array;
}

/** One alert that targets would have been notified of. Times are milliseconds since the epoch. */
export interface Firing {
  readonly begin: number;
  /** Null while it is ongoing at the end of the series. */
  end: number | null;
  state: AlertState;
  /** The worst value. */
  worst: number;
  isFlapping: boolean;
}

/** Values between two looks at the clock. */
const STRIDE = 2048;

/** Returns the alerts, the oldest first. */
export async function replayRule(
  { from, step, values }: Recorded,
  rule: SeriesRule,
  slice: Slice,
): Promise<Firing[]> {
  const run = new Replay(rule);
  for (let start = 0; start < values.length; start += STRIDE) {
    const end = Math.min(start + STRIDE, values.length);
    for (let at = start; at < end; at += 1) run.take(from + at * step, values[at] as number);
    if (slice.isOver) await slice.next();
  }
  return run.finish(from + values.length * step);
}

/** An alert goes on through a shorter gap, as through a restart of the agent. */
const SHORT_GAP_MS = 300_000;

const SUBJECT = { plugin: '', field: '', identity: null, stat: '' };
const ALWAYS = () => ({ isCurrent: true, hasParent: false });
const isRaised = ({ raw }: PolicedAlert): boolean => raw !== 'over';

class Replay {
  readonly #rule: SeriesRule;
  readonly #delays: AlertDelays;
  readonly #firings: Firing[] = [];
  #alert: PolicedAlert | null = null;
  #events = 0;
  /** Time of the last value. */
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(rule: SeriesRule) {
    this.#rule = rule;
    const { thresholds, delays } = rule;
    // A rule without a threshold of warnings never holds one.
    this.#delays = thresholds.warning === null ? { ...delays, warningFor: Number.POSITIVE_INFINITY } : delays;
  }

  take(at: number, value: number): void {
    if (!Number.isNaN(value)) this.#seenAt = at;
    else if (at - this.#seenAt < SHORT_GAP_MS) return;
    const found = levelOf(Number.isNaN(value) ? null : value, this.#rule.thresholds, {
      lowerIsWorse: this.#rule.isLow,
    });
    const level = found === 'WARNING' || found === 'CRITICAL' ? found : null;
    if (level === null && this.#alert === null) return;
    // A level that has just changed counts.
    if (level === null || this.#alert === null || !isRaised(this.#alert)) this.#advance(at);
    if (this.#alert !== null && isForgotten(this.#alert.policy, at)) this.#alert = null;
    const stepped = step(this.#alert, this.#observed(level, value), this.#circumstances(at));
    this.#alert = (stepped?.alert ?? null) as PolicedAlert | null;
    this.#advance(at);
    const firing = this.#ongoing();
    if (level !== null && firing !== undefined) this.#worsen(firing, level, value);
  }

  finish(at: number): Firing[] {
    this.#advance(at);
    return this.#firings;
  }

  #observed(level: AlertState | null, value: number): Observation {
    const { thresholds, clear, isLow } = this.#rule;
    return {
      subject: SUBJECT,
      level,
      value: Number.isNaN(value) ? null : value,
      thresholds,
      unit: null,
      finding: null,
      isClear: Number.isNaN(value) || clear === null || (isLow ? value > clear : value < clear),
      delays: this.#delays,
    };
  }

  #circumstances(at: number): Circumstances {
    this.#events += 1;
    return {
      now: { time: at, at },
      options: { min_duration: 0, min_interval: 0 },
      nextId: this.#events,
      message: '',
      isListed: false,
      isOld: false,
      delaysOf: () => this.#delays,
    };
  }

  /** Does what was due up to a time. */
  #advance(until: number): void {
    for (let at = this.#due(); at <= until && this.#alert !== null; at = this.#due()) {
      const [policy, told] = tick(this.#alert, at, ALWAYS);
      this.#alert = { ...this.#alert, policy };
      if (told === 'begin' || told === 'flapping') this.#notify(this.#alert, at, told === 'flapping');
      const firing = this.#ongoing();
      if (told === 'end' && firing !== undefined) firing.end = at;
      if (told === null && this.#due() <= at) break;
    }
  }

  #due(): number {
    return this.#alert === null ? Infinity : due(this.#alert);
  }

  #notify(alert: PolicedAlert, at: number, isFlapping: boolean): void {
    const firing = this.#ongoing();
    if (firing !== undefined) firing.isFlapping ||= isFlapping;
    else {
      const { state, min, max } = alert.saved.event;
      this.#firings.push({ begin: at, end: null, state, worst: this.#rule.isLow ? min : max, isFlapping });
    }
  }

  #ongoing(): Firing | undefined {
    const last = this.#firings.at(-1);
    return last?.end === null ? last : undefined;
  }

  #worsen(firing: Firing, state: AlertState, value: number): void {
    if (state === 'CRITICAL') firing.state = state;
    const isWorse = this.#rule.isLow ? value < firing.worst : value > firing.worst;
    if (isWorse) firing.worst = value;
  }
}
