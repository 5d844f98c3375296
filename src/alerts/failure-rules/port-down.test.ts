import { describe, expect, it } from 'vitest';
import { checkItem, failing, SINCE_TIME } from '../../../test/support/check-items.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { portDown } from './check-down.ts';

describe('a port', () => {
  const refused = { reason: 'connection refused by db:5432' };
  const up = { checks: [checkItem({})] };
  testKind(portDown, {
    fine: { ...up, ports: [] },
    raise: [
      { checks: [checkItem({ ...refused, ...failing(1) })] },
      { checks: [checkItem({ ...refused, ...failing(2) })] },
    ],
    is: [
      'PORT_DOWN_PORT_1',
      'CRITICAL',
      `db:5432 has been down since ${SINCE_TIME}: connection refused by db:5432.`,
    ],
    clear: [up],
    gone: [{ checks: [] }],
    unreadable: [{ checks: [checkItem({ up: null, reason: 'it takes too long' })], ports: [] }],
    // The next agent counts from one again.
    afterRestart: [{ checks: [checkItem({ ...refused, ...failing(1) })] }],
  });

  it('that never answered in this run is nothing new', async () => {
    const rig = createKindRig(portDown);
    await rig.feed({ checks: [checkItem({ up: null })], ports: [] });
    await rig.feed({ checks: [checkItem(failing(1))] });
    await rig.feed({ checks: [checkItem(failing(2))] });
    expect(rig.told()).toEqual(['begin PORT_DOWN_PORT_1 (old)']);
  });

  it('is the default gateway where it answered before', async () => {
    const gateway = (more: object) => ({
      checks: [checkItem({ name: 'port_0', kind: 'ping', target: '192.0.2.1', ...more })],
    });
    const silent = { ...failing(2), reason: '192.0.2.1 does not answer a ping' };
    const rig = createKindRig(portDown);
    await rig.feed({ ...gateway({ ...silent, failures: 5 }), ports: [] });
    expect(rig.told()).toEqual([]);
    await rig.feed(gateway({}));
    await rig.feed(gateway(silent));
    expect(rig.ongoing().map(({ finding }) => [finding?.label, finding?.sentence])).toEqual([
      ['Default gateway', `The default gateway 192.0.2.1 does not answer a ping since ${SINCE_TIME}.`],
    ]);
    const later = rig.restart();
    await later.feed({ ...gateway(silent), ports: [] });
    expect(later.ongoing()).toHaveLength(1);
    // It leaves the network, and joins one whose gateway never answers.
    await later.feed(gateway({ up: null, target: '' }));
    await later.feed(gateway({ ...silent, target: '198.51.100.1', failures: 9 }));
    expect(later.told().at(-1)).toBe('end PORT_DOWN_PORT_0');
    expect(later.ongoing()).toEqual([]);
  });

  it('is left to its own events where those are enabled', async () => {
    const rig = createKindRig(portDown, { sections: { ports: { port_1_rtt_log: 'True' } } });
    const ports = [
      {
        indice: 'port_1',
        host: 'db',
        port: 5432,
        description: 'Database',
        refresh: 30,
        timeout: 3,
        status: false,
        rtt_warning: null,
      },
    ];
    await rig.feed({ ...up, ports });
    await rig.feed({ checks: [checkItem(failing(2))] });
    expect(rig.told()).toEqual([]);
  });
});
