/** Explains for notifications why values passed their thresholds, from the time around. */
import { HostClock } from '../core/base-services.ts';
import type { Clock } from '../core/host.ts';
import { definePart } from '../core/parts/part.ts';
import { optional, type Service, service } from '../core/parts/service.ts';
import { PastEvents } from '../history/events/between.ts';
import type { Archive } from '../history/archive/archive.ts';
import { alertWindow } from './alert-window.ts';
import { resourceOf } from '../core/culprits.ts';
import type { RangeEvents } from '../history/past/history-source.ts';
import type { NoticeEvent } from '../core/notice.ts';
import { type ArchiveOff, OpenedArchive } from '../history/archive/own-archive.ts';
import { ownPast } from '../history/archive/own-past.ts';
import { inTime } from '../core/in-time.ts';

interface AlertCausesSetup {
  readonly archive: Archive | ArchiveOff;
  readonly clock: Clock;
  /** Alerts and marks of the journal; null: no journal. */
  readonly events: ((from: number, to: number) => Promise<Omit<RangeEvents, 'notes'>>) | null;
}

/** Longest wait of a notification for its cause. */
export const TIMEOUT_MS = 2000;
/** Alerts within this time share an explanation. */
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
  let last: { readonly begin: number; readonly at: number; readonly found: Promise<Found> } | null = null;
  return async ({ begin, plugin, type }) => {
    const now = clock.now();
    const at = clock.monotonic();
    const isFresh = last !== null && at - last.at < FRESH_MS && Math.abs(begin - last.begin) <= 30;
    if (last === null || !isFresh) last = { begin, at, found: explained(setup, begin * 1000, now) };
    return (await last.found)?.(plugin, type.toLowerCase()) ?? null;
  };
}

/** Returns the sentence about an alert; null if it came too late. */
type Found = ((plugin: string, stat: string) => string | null) | null;

async function explained(setup: AlertCausesSetup, begin: number, now: number): Promise<Found> {
  let isOver = false;
  // The notification is useful without its cause too.
  const found = explainAt(setup, begin, now, () => isOver).catch(() => null);
  isOver = !(await inTime(setup.clock, TIMEOUT_MS, found));
  return isOver ? null : found;
}

async function explainAt(
  { archive, events }: AlertCausesSetup,
  begin: number,
  now: number,
  isGone: () => boolean,
): Promise<Found> {
  const past = ownPast(archive, {
    now,
    isGone,
    events: async (from, to) => (await events?.(from, to).catch(() => null)) ?? NO_EVENTS,
  });
  if (typeof past === 'string') return null;
  const [{ explain }, { verdictAbout }] = await Promise.all([
    import('./explain.ts'),
    import('./verdict-about.ts'),
  ]);
  const explanation = await explain(past, alertWindow(begin, null, now));
  // A recurring load is no cause, but worth a sentence.
  return (plugin, stat) => verdictAbout(explanation, resourceOf(plugin, stat))?.sentence ?? null;
}
