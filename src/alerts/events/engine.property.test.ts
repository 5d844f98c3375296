/** Properties of events for any sequence of levels. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { createEventRig, verdict } from '../../../test/support/event-rig.ts';
import type { AlertEvent } from '../../core/event.ts';

const LEVELS = ['DEFAULT', 'OK', 'CAREFUL', 'WARNING', 'CRITICAL'] as const;
const FIELDS = ['total', 'user', 'system', 'iowait'] as const;

/** Values of some fields, and the milliseconds until the next snapshot. */
const step = fc.record({
  values: fc.uniqueArray(
    fc.record({
      field: fc.constantFrom(...FIELDS),
      level: fc.constantFrom(...LEVELS),
      value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    }),
    { selector: ({ field }) => field },
  ),
  pause: fc.integer({ min: 0, max: 9000 }),
  clear: fc.constantFrom(null, null, null, 'all', 'warning'),
});
const course = fc.record({
  options: fc.record({
    max_events: fc.integer({ min: 0, max: 4 }),
    min_duration: fc.integer({ min: 0, max: 8 }),
    min_interval: fc.integer({ min: 0, max: 8 }),
  }),
  steps: fc.array(step, { maxLength: 40 }),
});

function checkEvent(event: AlertEvent): void {
  const { begin, end, count, min, max, avg, sum } = event;
  expect(end === -1 || end >= begin).toBe(true);
  expect(count).toBeGreaterThan(0);
  expect(max).toBeGreaterThanOrEqual(min);
  expect(avg).toBe(sum / count);
  const slack = Math.max(Math.abs(min), Math.abs(max)) * 1e-9;
  expect(avg).toBeGreaterThanOrEqual(min - slack);
  expect(avg).toBeLessThanOrEqual(max + slack);
}

const typesOf = (events: readonly AlertEvent[]): string[] => events.map(({ type }) => type);

describe('for any course of levels', () => {
  it('events are consistent, and the list is bounded and in order', async () => {
    await fc.assert(
      fc.asyncProperty(course, async ({ options, steps }) => {
        const { events, clock, list, changes, isHeld } = createEventRig(options);
        let hidden = new Set<string>();
        for (const { values, pause, clear } of steps) {
          events.take(
            'cpu',
            values.map((value) => verdict('cpu', value)),
            clock.now(),
          );
          if (clear) events.clear(clear);
          await clock.advance(pause);
          const alarms = values.filter(({ level }) => level === 'WARNING' || level === 'CRITICAL');
          // An event that becomes critical has another name here, so it is not hidden any more.
          const ongoing = events.lasting().map(({ id, event: { state } }) => `${id} ${state}`);
          const isCleared = (one: string): boolean =>
            clear === 'all' || (clear === 'warning' && one.endsWith('WARNING'));
          hidden = new Set(ongoing.filter((one) => hidden.has(one) || isCleared(one)));
          const shown = ongoing.length - hidden.size;
          const lasting = list().filter(({ end }) => end === -1);
          expect(list().length).toBeLessThanOrEqual(options.max_events);
          expect(lasting).toHaveLength(Math.min(shown, options.max_events));
          expect(ongoing).toHaveLength(alarms.length);
          expect(new Set(typesOf(lasting)).size).toBe(lasting.length);
          expect(isHeld()).toBe(alarms.length > 0);
          const begins = list().map(({ begin }) => begin);
          expect(begins).toEqual([...begins].sort((a, b) => b - a));
          for (const event of list()) checkEvent(event);
        }
        checkOrder(changes.map(({ id, kind }) => [id, kind]));
      }),
      { numRuns: tries(150) },
    );
  });
});

/** Of each event: it begins once, gets worse at most once, and goes on only after an end. */
function checkOrder(changes: readonly (readonly [id: number, kind: string])[]): void {
  const lives = new Map<number, string>();
  for (const [id, kind] of changes) lives.set(id, `${lives.get(id) ?? ''} ${kind}`);
  for (const life of lives.values()) {
    expect(life).toMatch(/^ begin( level)?( end resume( level)?)*( end)?$/);
    expect(life.match(/level/g)?.length ?? 0).toBeLessThanOrEqual(1);
  }
}
