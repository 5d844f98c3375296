/** A subscription on simulated time, with the notices that it passed on. */
import { createFakeClock } from './fake-clock.ts';
import { sampleTarget } from './notify.ts';
import { eventKey, type NoticeEvent } from '../../src/alerts/notify/notice.ts';
import { createSubscription } from '../../src/alerts/notify/subscription.ts';

export const HOUR = 3_600_000;

export function setUp(texts: Record<string, string> = {}, start = '2026-01-10T12:00:00Z') {
  const clock = createFakeClock(Date.parse(start));
  const puts: string[] = [];
  const waiting = new Set<string>();
  const now = new Map<string, NoticeEvent | null>();
  const silenced = new Set<string>();
  const stale = new Set<string>();
  const names = new Map<string, readonly string[]>();
  const subscription = createSubscription({
    options: sampleTarget('slack', { webhook_url: 'http://h', ...texts }).common,
    clock,
    put: (kind, { type, state }) => void puts.push(`${kind} ${type} ${state}`),
    isWaiting: (key) => waiting.has(key),
    latest: (event) => (now.has(eventKey(event)) ? (now.get(eventKey(event)) ?? null) : event),
    isSilenced: ({ type }) => silenced.has(type),
    namesOf: ({ server }) => (server === undefined ? ['localhost'] : (names.get(server) ?? null)),
    isCurrent: ({ type }) => !stale.has(type),
  });
  return { clock, puts, waiting, now, silenced, stale, names, subscription };
}

export const critical = { state: 'CRITICAL' } as const;
