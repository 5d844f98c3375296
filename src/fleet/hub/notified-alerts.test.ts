import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverAlert } from '../../../test/support/fleet-alert-rig.ts';
import { tries } from '../../../test/support/full-run.ts';
import { notifiedIn, ongoingIn } from './notified-alerts.ts';

describe('alerts that a server wants to have notified', () => {
  const finding = { kind: 'FS_FULL', label: '/x', sentence: '/x is full.', details: { percent: 97 } };
  const reading = { value: 91, threshold: 90, unit: 'percent' as const };

  it('are taken with all that messages tell', () => {
    const alert = { ...serverAlert('FS_FULL_/X'), finding, reading };
    expect(notifiedIn([{ ...alert, silenced: true }, 'x', { ...alert, id: 'x' }])).toEqual({
      alerts: [{ ...alert, silenced: true }],
      isCalm: true,
    });
    expect(notifiedIn({})).toBeNull();
  });

  it('are plain texts, few and short', () => {
    const long = 'x'.repeat(5000);
    const details = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`d${at}`, long]));
    const evil = { ...serverAlert('A\u202e'), finding: { ...finding, sentence: long, details } };
    const { alerts = [] } = notifiedIn(Array.from({ length: 500 }, () => evil)) ?? {};
    expect(alerts).toHaveLength(50);
    expect(alerts[0]?.event.type).toBe('A ');
    expect(JSON.stringify(alerts[0]).length).toBeLessThan(7000);
  });

  it('are ongoing ones of other agents, in both forms', () => {
    const now = { begin: 5.5, end: -1, state: 'CRITICAL', type: 'CPU_TOTAL', max: 99, top: ['a', 7] };
    const older = [5, -1, 'WARNING', 'MEM', 80, 79, 78, 237, 3, [{ name: 'x' }], '', 'memory_percent'];
    const { alerts = [] } = ongoingIn([now, older, { ...now, end: 9 }, { ...now, state: 'CAREFUL' }]) ?? {};
    expect(
      alerts.map(({ plugin, event }) => [plugin, event.type, event.state, event.begin, event.avg]),
    ).toEqual([
      ['cpu', 'CPU_TOTAL', 'CRITICAL', 5, 99],
      ['mem', 'MEM', 'WARNING', 5, 79],
    ]);
    expect(alerts[0]?.event.top).toEqual(['a']);
    expect(ongoingIn('x')).toBeNull();
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const list of [value, [value]]) {
          const found = [...(notifiedIn(list)?.alerts ?? []), ...(ongoingIn(list)?.alerts ?? [])];
          expect(found.length).toBeLessThanOrEqual(100);
        }
      }),
      { numRuns: tries(300) },
    );
  });
});
