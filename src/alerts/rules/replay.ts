/** Replays a rule over a recorded series: when its alert would have been notified. */
import type { AlertState, SavedEvent } from '../../core/event.ts';
import type { Slice } from '../../core/turns.ts';
import { CalmAlert } from '../calm/alert.ts';
import type { Patience } from '../../measure/levels/patience.ts';
import { levelOf } from '../../measure/levels/thresholds.ts';
import type { Thresholds } from '../../core/level-rule.ts';

/** A rule in the unit of the series. */
export interface SeriesRule {
  readonly thresholds: Thresholds;
  /** Value beyond which an alert is over; null: none is set. */
  readonly clear: number | null;
  readonly patience: Patience;
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
export async function replay(
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

class Replay {
  readonly #rule: SeriesRule;
  readonly #firings: Firing[] = [];
  #alert: CalmAlert | null = null;
  #events = 0;
  /** Time of the last value. */
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(rule: SeriesRule) {
    this.#rule = rule;
  }

  take(at: number, value: number): void {
    if (!Number.isNaN(value)) this.#seenAt = at;
    else if (at - this.#seenAt < SHORT_GAP_MS) return;
    const level = levelOf(Number.isNaN(value) ? null : value, this.#rule.thresholds, this.#rule.isLow);
    if (level === 'WARNING' || level === 'CRITICAL') this.#raise(at, level, value);
    else if (this.#alert !== null) this.#rest(this.#alert, at, value);
  }

  finish(at: number): Firing[] {
    this.#advance(at);
    return this.#firings;
  }

  #raise(at: number, state: AlertState, value: number): void {
    const known = this.#alert;
    if (known?.isRaised) {
      known.see(state === 'CRITICAL', at);
      this.#advance(at);
    } else {
      this.#advance(at);
      this.#events += 1;
      const saved = eventOf(this.#events, at, state);
      const alert = known === null || known.isForgotten(at) ? CalmAlert.of(saved, at) : known;
      alert.patience = this.#patience();
      alert.raise(saved, at);
      this.#alert = alert;
      this.#advance(at);
    }
    const firing = this.#ongoing();
    if (firing !== undefined) this.#worsen(firing, state, value);
  }

  /** A rule without a threshold of warnings never holds one. */
  #patience(): Patience {
    const { thresholds, patience } = this.#rule;
    return thresholds.warning === null ? { ...patience, warningFor: Number.POSITIVE_INFINITY } : patience;
  }

  #rest(alert: CalmAlert, at: number, value: number): void {
    this.#advance(at);
    const isClear = Number.isNaN(value) || this.#isClear(value);
    if (alert.isRaised) alert.end(alert.saved, false, isClear, at);
    else alert.seeFine(isClear, at);
    this.#advance(at);
    if (alert.isForgotten(at)) this.#alert = null;
  }

  #isClear(value: number): boolean {
    const { clear, isLow } = this.#rule;
    return clear === null || (isLow ? value > clear : value < clear);
  }

  /** Does what was due up to a time. */
  #advance(until: number): void {
    const alert = this.#alert;
    if (alert === null) return;
    for (let due = alert.due(); due <= until; due = alert.due()) {
      const kind = alert.step(due);
      if (kind === 'begin' || kind === 'flapping') this.#notify(alert, due, kind === 'flapping');
      const firing = this.#ongoing();
      if (kind === 'end' && firing !== undefined) firing.end = due;
      if (kind === null && alert.due() <= due) break;
    }
  }

  #notify(alert: CalmAlert, at: number, isFlapping: boolean): void {
    const firing = this.#ongoing();
    if (firing !== undefined) firing.isFlapping ||= isFlapping;
    else {
      const { state } = alert.saved.event;
      this.#firings.push({ begin: at, end: null, state, worst: Number.NaN, isFlapping });
    }
  }

  #ongoing(): Firing | undefined {
    const last = this.#firings.at(-1);
    return last?.end === null ? last : undefined;
  }

  #worsen(firing: Firing, state: AlertState, value: number): void {
    if (state === 'CRITICAL') firing.state = state;
    const isWorse = this.#rule.isLow ? value < firing.worst : value > firing.worst;
    if (Number.isNaN(firing.worst) || isWorse) firing.worst = value;
  }
}

/** An event as far as alerts look at it. */
const eventOf = (id: number, at: number, state: AlertState): SavedEvent => ({
  id,
  plugin: '',
  field: '',
  identity: null,
  stat: '',
  event: {
    begin: Math.floor(at / 1000),
    end: -1,
    state,
    type: '',
    min: 0,
    max: 0,
    avg: 0,
    sum: 0,
    count: 0,
    top: [],
    desc: '',
    sort: 'cpu_percent',
    global_msg: '',
  },
});
