import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { agentServer, PLUGINS, serverAt } from '../../../test/support/fake-servers.ts';
import { serverAlert } from '../../../test/support/fleet-alert-rig.ts';
import { tries } from '../../../test/support/full-run.ts';
import { testHub } from '../../../test/support/test-hub.ts';
import { createForeignRanges } from '../../core/foreign-values.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { createAlertCheck } from './alert-check.ts';
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

  it('are left out where their numbers are impossible, through a hub, too', async () => {
    const checkAlerts = createAlertCheck(createForeignRanges(plugins));
    const own = (type: string, max: number, more: object = {}) => {
      const alert = serverAlert(type);
      return { ...alert, silenced: false, ...more, event: { ...alert.event, max, avg: 50, min: 50 } };
    };
    const alerts = [
      own('A', 90, { plugin: 'cpu', field: 'total' }),
      own('B', 1.8e19, { plugin: 'cpu', field: 'total' }),
      own('C', 90, { plugin: 'cpu', field: 'total', reading: { ...reading, value: -1 } }),
      own('D', 1.8e19, { plugin: 'network', field: 'eth0_bytes_recv_rate_per_sec' }),
      own('E', 1e6, { plugin: 'of_a_newer_version', field: 'total' }),
      own('F', 1e6, { plugin: 'cpu', field: 'total', finding }),
    ];
    const kept = checkAlerts({ alerts, isCalm: true }).alerts.map(({ event }) => event.type);
    expect(kept).toEqual(['A', 'E', 'F']);
    const foreign = (type: string, max: number) => ({ begin: 5, end: -1, state: 'CRITICAL', type, max });
    const list = [
      foreign('CPU_TOTAL', 99),
      foreign('CPU_TOTAL', 1e9),
      foreign('MEM', -5),
      foreign('LOAD', 9),
    ];
    const server = serverAt((await agentServer(null, { ...PLUGINS, alert: list })).port);
    const { until, state } = testHub([server], { checkAlerts });
    await until(server.id, 'ONLINE');
    await vi.waitFor(() =>
      expect(state(server.id).notified?.alerts.map(({ event }) => [event.type, event.max])).toEqual([
        ['CPU_TOTAL', 99],
        ['LOAD', 9],
      ]),
    );
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
