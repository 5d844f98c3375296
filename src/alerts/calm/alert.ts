/**
 * One alert: the related events of a subject. It waits before it is notified, continues until its value passes the clear threshold,
 * and flaps when raised too often. Monotonic milliseconds.
 */
import type { AlertChangeKind, AlertEvent, AlertState, SavedEvent } from '../../core/event.ts';
import { PROMPT, type Patience } from '../../measure/levels/patience.ts';
import { type Mutable, type Phase, shifted, type Stats, type StoredAlert } from './stored-alert.ts';

/** Number of raises within an hour that makes an alert flap. */
export const FLAPPING_RAISES = 4;
const FLAPPING_WITHIN_MS = 3_600_000;
/** Alerts too short for a notification flap only after this time. */
const FLAPPING_AFTER_MS = 300_000;
/** A flapping alert settles after this time, or after twice the usual interval of its raises if that is longer. */
const SETTLED_MS = 600_000;

const isAtLeast = (told: AlertState | null, level: AlertState): boolean =>
  told === level || told === 'CRITICAL';

export class CalmAlert {
  readonly #state: Mutable<StoredAlert>;
  #patience: Patience = PROMPT;
  /** Raised, and not checked for flapping yet. */
  #isNewRaise = false;
  /** After a restart: its event may or may not continue. */
  #isUncertain = false;
  /** The previous agent was killed, so queues of targets may lack the last change. */
  #mustRepeat = false;
  /** Number of changes handed to targets. */
  #handed = 0;
  /** Number of the pass that last saw its value. */
  pass = 0;
  /** A parent alert explains it until then. */
  heldUntil = -Infinity;

  private constructor(state: Mutable<StoredAlert>) {
    this.#state = state;
  }

  /** One that was never raised. */
  static of(saved: SavedEvent, at: number): CalmAlert {
    const { id, event } = saved;
    return new CalmAlert({
      saved,
      id,
      begin: event.begin,
      earlier: null,
      phase: 'over',
      told: null,
      toldAt: at,
      isRaised: false,
      raisedAt: at,
      criticalSince: null,
      clearSince: at,
      raises: [],
      unsettledSince: at,
      count: 0,
      wasTold: false,
    });
  }

  /**
   * Times to come are of a clock that has been set back since: they count as now, or the alert would wait for them.
   * @param ahead milliseconds by which the wall clock is ahead of the monotonic one
   */
  static restore(stored: StoredAlert, ahead: number, at: number): CalmAlert {
    const alert = new CalmAlert(shifted(stored, -ahead, at));
    alert.#isUncertain = stored.isRaised;
    alert.#mustRepeat = stored.unsent !== undefined;
    return alert;
  }

  stored(ahead: number): StoredAlert {
    return shifted(this.#state, ahead);
  }

  get id(): number {
    return this.#state.id;
  }
  get saved(): SavedEvent {
    return this.#state.saved;
  }
  /** Monotonic milliseconds of the notification; null: not notified. */
  get toldAt(): number | null {
    return this.isTold || this.#state.unsent === 'end' ? this.#state.toldAt : null;
  }
  get isTold(): boolean {
    return this.#state.phase === 'told' || this.#state.phase === 'flapping';
  }
  get isOver(): boolean {
    return this.#state.phase === 'over';
  }
  get isRaised(): boolean {
    return this.#state.isRaised;
  }
  /** Can be dropped. */
  isForgotten(at: number): boolean {
    const { phase, wasTold, raises, unsent } = this.#state;
    if (unsent !== undefined) return false;
    return phase === 'over' && (!wasTold || at - (raises.at(-1) ?? at) >= FLAPPING_WITHIN_MS);
  }

  set patience(patience: Patience) {
    this.#patience = patience;
  }

  /** Its event begins. @param isResumed the event goes on within moments: it was raised before */
  raise(saved: SavedEvent, at: number, isResumed = false): void {
    const state = this.#state;
    const isNew = state.clearSince !== null && !(isResumed && state.phase !== 'over');
    this.#follow(saved, isNew && !this.isTold);
    state.isRaised = true;
    state.clearSince = null;
    state.criticalSince = saved.event.state === 'CRITICAL' ? at : null;
    if (!isNew) return;
    this.#count(at);
    this.#isNewRaise = true;
  }

  #count(at: number): void {
    const state = this.#state;
    if (state.phase === 'over') {
      Object.assign(state, { phase: 'pending', told: null, unsettledSince: at, count: 0 });
      delete state.unsent;
      this.#mustRepeat = false;
    }
    state.raisedAt = at;
    state.count += 1;
    state.raises = [...state.raises, at].slice(-FLAPPING_RAISES);
  }

  /** An event that is over when it is noticed. Returns what is to be notified; null: nothing. */
  happen(saved: SavedEvent, at: number): 'begin' | 'flapping' | null {
    const state = this.#state;
    this.#follow(saved, !this.isTold);
    this.#count(at);
    state.clearSince = at;
    if (state.phase === 'flapping') return null;
    if (this.#isFlapping(at)) return this.#flap(at);
    Object.assign(state, { phase: 'over', wasTold: true });
    return 'begin';
  }

  /** Its event continues after a restart. */
  continue(saved: SavedEvent): void {
    this.#isUncertain = false;
    this.#state.isRaised = true;
    this.#state.saved = saved;
  }

  /** A new event continues the one that has just ended. */
  #follow(saved: SavedEvent, isFirst: boolean): void {
    const state = this.#state;
    if (isFirst) Object.assign(state, { id: saved.id, begin: saved.event.begin, earlier: null });
    else if (saved.id !== state.saved.id) state.earlier = together(state.earlier, state.saved.event);
    state.saved = saved;
  }

  worsen(saved: SavedEvent, at: number): void {
    this.#state.saved = saved;
    this.see(saved.event.state === 'CRITICAL', at);
  }

  /** @param isClear the value is beyond the clear threshold, or gone */
  end(saved: SavedEvent, isShort: boolean, isClear: boolean, at: number): void {
    const state = this.#state;
    this.#isUncertain = false;
    Object.assign(state, { saved, isRaised: false, criticalSince: null });
    if (isClear) state.clearSince ??= at;
    if (!isShort || state.phase !== 'pending') return;
    state.raises = state.raises.slice(0, -1);
    state.count -= 1;
  }

  /** The value is in alarm. */
  see(isCritical: boolean, at: number): void {
    if (!isCritical) this.#state.criticalSince = null;
    else this.#state.criticalSince ??= at;
  }

  /** Its event is over. */
  seeFine(isClear: boolean, at: number): void {
    if (!isClear) this.#state.clearSince = null;
    else this.#state.clearSince ??= at;
  }

  /** Its event is no longer reported. */
  lose(at: number): void {
    this.#isUncertain = false;
    this.#state.isRaised = false;
    this.#state.clearSince ??= at;
  }

  /** A change is on its way to the queues of targets. Returns its number. */
  hand(kind: AlertChangeKind): number {
    this.#state.unsent = kind;
    this.#mustRepeat = false;
    this.#handed += 1;
    return this.#handed;
  }

  /** The queues of targets have the change with this number. */
  arrived(handed: number): void {
    if (handed === this.#handed) delete this.#state.unsent;
  }

  /** Whether the last change is notified again; not if the event has ended since, whose end suffices. */
  get #repeats(): boolean {
    const { phase, isRaised } = this.#state;
    return this.#mustRepeat && (phase !== 'told' || isRaised);
  }

  /** What is to be notified now; null: nothing. */
  step(at: number): AlertChangeKind | null {
    const state = this.#state;
    if (this.#isUncertain) return null;
    if (this.#repeats) return state.unsent ?? null;
    if (state.phase === 'over') return null;
    const isNewRaise = this.#isNewRaise;
    this.#isNewRaise = false;
    if (state.phase === 'flapping') return this.#settle(at);
    if (isNewRaise && this.#isFlapping(at)) return this.#flap(at);
    if (!state.isRaised) return this.#rest(at);
    const level = this.#heldLevel(at);
    if (level === null || (!this.#isFurther() && isAtLeast(state.told, level))) return null;
    const kind = state.phase === 'pending' ? 'begin' : 'change';
    this.#tell('told', level, at);
    return kind;
  }

  /** When {@link step} has something to do, if nothing happens before. */
  due(): number {
    const { phase, isRaised, clearSince, criticalSince, raisedAt, told } = this.#state;
    const { warningFor, criticalFor, clearFor } = this.#patience;
    if (this.#isUncertain) return Infinity;
    if (this.#repeats) return raisedAt;
    if (phase === 'over') return Infinity;
    if (this.#isNewRaise) return raisedAt;
    if (phase === 'flapping') return (isRaised ? raisedAt : (clearSince ?? Infinity)) + this.#settledMs();
    if (!isRaised) return clearSince === null ? Infinity : clearSince + clearFor * 1000;
    if (told === 'CRITICAL') return Infinity;
    return Math.min(
      told === null ? raisedAt + warningFor * 1000 : Infinity,
      criticalSince === null ? Infinity : criticalSince + criticalFor * 1000,
    );
  }

  #heldLevel(at: number): AlertState | null {
    const { criticalSince, raisedAt } = this.#state;
    const { warningFor, criticalFor } = this.#patience;
    if (criticalSince !== null && at - criticalSince >= criticalFor * 1000) return 'CRITICAL';
    return at - raisedAt >= warningFor * 1000 ? 'WARNING' : null;
  }

  #tell(phase: Phase, told: AlertState | null, at: number): void {
    if (!this.isTold) this.#state.toldAt = at;
    const toldStage = this.#state.saved.finding?.stage ?? 0;
    Object.assign(this.#state, { phase, told, toldStage, wasTold: true });
  }

  /** The failure has reached a stage after the one that was notified. */
  #isFurther(): boolean {
    const { saved, toldStage = 0 } = this.#state;
    return (saved.finding?.stage ?? 0) > toldStage;
  }

  #isFlapping(at: number): boolean {
    const { raises, wasTold, unsettledSince } = this.#state;
    const isOften = raises.length === FLAPPING_RAISES && at - (raises[0] ?? at) <= FLAPPING_WITHIN_MS;
    return isOften && (wasTold || at - unsettledSince >= FLAPPING_AFTER_MS);
  }

  #flap(at: number): 'flapping' {
    const state = this.#state;
    const since = Math.min(state.unsettledSince, state.raises[0] ?? at);
    state.count = Math.max(state.count, state.raises.length);
    // The key of an alert that targets know stays.
    if (!this.isTold) state.begin -= Math.round((state.raisedAt - since) / 1000);
    this.#tell('flapping', state.saved.event.state, at);
    return 'flapping';
  }

  #settledMs(): number {
    const { raises } = this.#state;
    const usual = ((raises.at(-1) ?? 0) - (raises[0] ?? 0)) / Math.max(raises.length - 1, 1);
    return Math.max(SETTLED_MS, 2 * usual);
  }

  #settle(at: number): 'change' | 'end' | null {
    const state = this.#state;
    const since = state.isRaised ? state.raisedAt : state.clearSince;
    if (since === null || at - since < this.#settledMs()) return null;
    state.raises = [];
    if (state.isRaised) {
      this.#tell('told', state.told, at);
      return 'change';
    }
    Object.assign(state, { phase: 'over', wasTold: false });
    return 'end';
  }

  /** Its value is fine, or nearly. */
  #rest(at: number): 'end' | null {
    const { clearSince, phase } = this.#state;
    if (clearSince === null || at - clearSince < this.#patience.clearFor * 1000) return null;
    this.#state.phase = 'over';
    return phase === 'told' ? 'end' : null;
  }

  /** All its events as one. @param current the newest event as it is now */
  event(current: AlertEvent | null, kind?: AlertChangeKind): AlertEvent {
    const { saved, earlier, begin, told } = this.#state;
    const event = current ?? saved.event;
    const stats = together(earlier, event);
    return {
      ...event,
      ...stats,
      avg: stats.count === 0 ? event.avg : stats.sum / stats.count,
      begin,
      state: told ?? event.state,
      end: kind === 'end' ? Math.max(begin, event.end) : -1,
    };
  }

  /** Raises so far, while it is flapping. */
  get raises(): number {
    return this.#state.count;
  }
  get isFlapping(): boolean {
    return this.#state.phase === 'flapping';
  }
}

const together = (a: Stats | null, b: Stats): Stats => ({
  min: Math.min(a?.min ?? b.min, b.min),
  max: Math.max(a?.max ?? b.max, b.max),
  sum: (a?.sum ?? 0) + b.sum,
  count: (a?.count ?? 0) + b.count,
});
