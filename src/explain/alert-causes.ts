/** Explains for notifications why values passed their thresholds, from the time around. */
import { HostClock } from '../core/base-services.ts';
import type { Clock } from '../core/host.ts';
import { definePart } from '../core/parts/part.ts';
import { optional, type Service, service } from '../core/parts/service.ts';
import { PastEvents } from '../history/events/between.ts';
import type { Archive } from '../history/archive/archive.ts';
import { alertWindow } from './alert-window.ts';
import type { RangeEvents } from '../history/past/history-source.ts';
import type { NoticeEvent } from '../core/notice.ts';
import { type ArchiveOff, OpenedArchive } from '../history/archive/own-archive.ts';
import { ownPast } from '../history/archive/own-past.ts';

export interface AlertCausesSetup {
  readonly archive: Archive | ArchiveOff;
  readonly clock: Clock;
  /** Alerts and marks of the journal; null: no journal. */
  readonly events: ((from: number, to: number) => Promise<Omit<RangeEvents, 'notes'>>) | null;
}

/** Longest wait of a notification for its cause. */
export const TIMEOUT_MS = 2000;
/** Alerts within this time share a cause. */
const FRESH_MS = 30_000;

const NO_EVENTS = { events: [], marks: [] };

/** Resolves with the sentence of the cause; null: none found in time. Never rejects. */
export type AlertCauses = (event: NoticeEvent) => Promise<string | null>;
export const AlertCauses: Service<AlertCauses> = service<AlertCauses>('causes of alerts');

export const alertCausesPart = definePart({
  name: 'causes of alerts',
  needs: { archive: OpenedArchive, events: optional(PastEvents), clock: HostClock },
  provides: AlertCauses,
  open: createAlertCauses,
});

export function createAlertCauses(setup: AlertCausesSetup): AlertCauses {
  const { clock } = setup;
  let last: { readonly begin: number; readonly at: number; readonly cause: Promise<string | null> } | null =
    null;
  return ({ begin }) => {
    const now = clock.now();
    const at = clock.monotonic();
    const isFresh = last !== null && at - last.at < FRESH_MS && Math.abs(begin - last.begin) <= 30;
    if (last === null || !isFresh) last = { begin, at, cause: causeOf(setup, begin * 1000, now) };
    return last.cause;
  };
}

async function causeOf(setup: AlertCausesSetup, begin: number, now: number): Promise<string | null> {
  let isOver = false;
  let cancel = (): void => {};
  const late = new Promise<null>((resolve) => {
    cancel = setup.clock.setTimer(() => {
      isOver = true;
      resolve(null);
    }, TIMEOUT_MS);
  });
  // The notification is useful without its cause too.
  const found = explainAt(setup, begin, now, () => isOver).catch(() => null);
  return Promise.race([found, late]).finally(cancel);
}

async function explainAt(
  { archive, events }: AlertCausesSetup,
  begin: number,
  now: number,
  isGone: () => boolean,
): Promise<string | null> {
  const past = ownPast(archive, {
    now,
    isGone,
    events: async (from, to) => (await events?.(from, to).catch(() => null)) ?? NO_EVENTS,
  });
  if (typeof past === 'string') return null;
  const { explain } = await import('./explain.ts');
  const { verdict } = await explain(past, alertWindow(begin, null, now));
  // What recurs is no cause, and worth a sentence.
  return verdict.rule === null ? null : verdict.sentence;
}
