/** A subscription on simulated time, with the notices that it passed on. */
import type { ToldMemory } from '../../src/alerts/events/told-memory.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createToldMemory } from './told-memory.ts';
import { sampleTarget } from './notify.ts';
import type { EventNotice, NoticeEvent } from '../../src/core/notice.ts';
import { createSubscription } from '../../src/alerts/notify/subscription.ts';

export const HOUR = 3_600_000;

/** @param before rig of the agent before, whose clock and memory go on */
export function setUp(
  texts: Record<string, string> = {},
  start:
    | string
    | { clock: FakeClock; memory: ToldMemory; now: Map<string, NoticeEvent | null> } = '2026-01-10T12:00:00Z',
) {
  const before = typeof start === 'string' ? null : start;
  const clock = before?.clock ?? createFakeClock(Date.parse(start as string));
  const memory = before?.memory ?? createToldMemory();
  const puts: string[] = [];
  const waiting = new Set<string>();
  /** Alerts as they are now, by subject; those without an entry are as they were told. */
  const now = before?.now ?? new Map<string, NoticeEvent | null>();
  const last = new Map<string, NoticeEvent>();
  const silenced = new Set<string>();
  const stale = new Set<string>();
  const names = new Map<string, readonly string[]>();
  const made = createSubscription({
    target: 'ops',
    memory,
    options: sampleTarget('slack', { webhook_url: 'http://h', ...texts }).common,
    clock,
    async put(_, notices) {
      for (const { kind, event } of notices) puts.push(`${kind} ${event?.type} ${event?.state}`);
    },
    isWaiting: (key) => waiting.has(key),
    current(subject) {
      const event = now.has(subject) ? now.get(subject) : last.get(subject);
      return event === null || event === undefined ? null : { event, host: 'web1' };
    },
    isSilenced: ({ type }) => silenced.has(type),
    namesOf: ({ server }) => (server === undefined ? ['localhost'] : (names.get(server) ?? null)),
    isCurrent: (subject) => !stale.has(subject),
  });
  const subscription = {
    ...made,
    take(notice: EventNotice): void {
      last.set(notice.subject, notice.event);
      void made.take(notice);
    },
  };
  return { clock, memory, puts, waiting, now, silenced, stale, names, subscription };
}

export const critical = { state: 'CRITICAL' } as const;
