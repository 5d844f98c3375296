import { describe, expect, it } from 'vitest';
import { checkItem, failing } from '../../../test/support/check-items.ts';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { fleet, gone, massed } from '../../../test/support/outages.ts';
import { portDown } from './check-down.ts';
import { containerDown } from './container-down.ts';
import { hostOffline } from './host-offline.ts';
import { hostsOffline } from './hosts-offline.ts';
import { netDown } from './net-down.ts';

const link = (hasCarrier: boolean) => [{ name: 'eth0', isUp: true, hasCarrier, hasAddress: true }];
const up = { checks: [checkItem({ interface: 'eth0' })], ports: [] };
const down = (interfaceName = 'eth0') => ({
  checks: [checkItem({ ...failing(2), reason: 'no answer', interface: interfaceName })],
});

describe('an alert that another one explains', () => {
  /** A link is lost, and the check through it fails before that is known. */
  async function lost() {
    const rig = createKindRig(portDown, { others: [netDown] });
    await rig.feed({ ...up, links: link(true) });
    await rig.feed({ ...down(), links: link(false) }, 30);
    await rig.feed({ links: link(false) }, 600);
    return rig;
  }

  it('is not notified while its parent lasts, and never when it ends with it', async () => {
    const rig = await lost();
    expect(rig.notifiedTypes()).toEqual(['begin NET_DOWN_ETH0']);
    await rig.feed({ links: link(true) }, 70);
    await rig.feed(up, 300);
    expect(rig.notifiedTypes()).toEqual(['end NET_DOWN_ETH0']);
    expect(rig.told()).toContain('end PORT_DOWN_PORT_1');
  });

  it('is notified when it outlasts its parent by some minutes', async () => {
    const rig = await lost();
    await rig.feed({ links: link(true) }, 100);
    expect(rig.notifiedTypes()).toEqual(['begin NET_DOWN_ETH0', 'end NET_DOWN_ETH0']);
    await rig.feed(down(), 60);
    expect(rig.notifiedTypes()).toEqual(['begin PORT_DOWN_PORT_1']);
  });

  it('is held back after a restart, too', async () => {
    const rig = (await lost()).restart();
    await rig.feed({ ...down(), ports: [], links: link(false) }, 600);
    expect(rig.notifiedTypes()).toEqual([]);
  });

  it('is notified soon where nothing explains it', async () => {
    const rig = createKindRig(portDown, { others: [netDown] });
    await rig.feed({ ...up, links: link(true) });
    await rig.feed({ ...down('eth1'), links: link(false) }, 30);
    await rig.feed({ links: link(false) }, 30);
    expect(rig.notifiedTypes()).toEqual(['begin NET_DOWN_ETH0', 'begin PORT_DOWN_PORT_1']);
  });

  it('is that of servers that a hub reaches through the link', async () => {
    const rig = createKindRig(hostOffline, { others: [hostsOffline, netDown] });
    const through = { hop: { interface: 'eth0' } };
    await rig.feed({ ...fleet(), links: link(true) });
    await rig.feed({ links: link(false) }, 40);
    await rig.feed({ links: link(false) });
    await rig.feed(
      fleet(gone('web', through), gone('a', { ...massed, ...through }), gone('b', { ...massed, ...through })),
      60,
    );
    expect(rig.notifiedTypes()).toEqual(['begin NET_DOWN_ETH0']);
    expect(rig.ongoing().map(({ event }) => event.type)).toContain('HOSTS_OFFLINE');
    await rig.feed(fleet(gone('web', through), gone('other', { hop: { interface: 'eth1' } })), 60);
    expect(rig.notifiedTypes()).toEqual(['begin HOST_OFFLINE_OTHER:61208']);
  });
});

describe('a gateway that does not answer', () => {
  const gateway = (more: object) =>
    checkItem({ name: 'port_0', kind: 'ping', target: '192.0.2.1', interface: 'eth0', ...more });
  const behind = { hop: { interface: 'eth0', gateway: '192.0.2.1' } };
  const lost = { ...failing(2), reason: '192.0.2.1 does not answer a ping' };

  it('explains the servers of a hub behind it, alone and together', async () => {
    const rig = createKindRig(hostOffline, { others: [hostsOffline, portDown] });
    await rig.feed({ ...fleet(), checks: [gateway({})], ports: [] });
    // The gateway's failure takes longer to be confirmed than those of the servers.
    const many = ['a', 'b', 'c', 'd'].map((name) => gone(name, { ...massed, ...behind }));
    await rig.feed(fleet(gone('web', behind), ...many), 10);
    await rig.feed({ checks: [gateway(lost)] }, 600);
    expect(rig.notifiedTypes()).toEqual(['begin PORT_DOWN_PORT_0']);
    expect(rig.ongoing().map(({ event }) => event.type)).toContain('HOSTS_OFFLINE');
    const elsewhere = gone('other', { hop: { interface: 'eth0', gateway: '192.0.2.254' } });
    await rig.feed(fleet(gone('web', behind), ...many, elsewhere), 60);
    expect(rig.notifiedTypes()).toEqual(['begin HOST_OFFLINE_OTHER:61208']);
  });

  it('explains the checks through it, and is itself explained by a lost link', async () => {
    const rig = createKindRig(portDown, { others: [netDown] });
    const through = (more: object) => checkItem({ interface: 'eth0', gateway: '192.0.2.1', ...more });
    await rig.feed({ checks: [gateway({}), through({})], ports: [], links: link(true) });
    await rig.feed({ checks: [gateway(lost), through(failing(2))] }, 600);
    expect(rig.notifiedTypes()).toEqual(['begin PORT_DOWN_PORT_0']);
    const cut = createKindRig(portDown, { others: [netDown] });
    await cut.feed({ checks: [gateway({}), through({})], ports: [], links: link(true) });
    await cut.feed({ checks: [gateway(lost), through(failing(2))], links: link(false) }, 31);
    await cut.feed({ links: link(false) }, 600);
    expect(cut.notifiedTypes()).toEqual(['begin NET_DOWN_ETH0']);
  });
});

it('an alert that cannot be read is not notified: its engine is down', async () => {
  const rig = createKindRig(containerDown, { sections: { alerts: { container_down_for: '60' } } });
  const state = (more: object) => ({ containerstates: [{ ...CONTAINER, ...more }] });
  await rig.feed(state({}));
  const failed = {
    running: false,
    exit_code: 1,
    reason: 'exit',
    planned: false,
    ended: Date.UTC(2026, 0, 1) / 1000,
  };
  await rig.feed(state(failed), 20);
  await rig.feed(state({ ...failed, known: false }), 600);
  expect(rig.notifiedTypes()).toEqual([]);
  await rig.feed(state(failed));
  expect(rig.notifiedTypes()).toEqual(['begin CONTAINER_DOWN_SHOP']);
});

const CONTAINER = {
  name: 'shop',
  alias: null,
  engine: 'docker',
  image: 'shop',
  running: true,
  known: true,
  planned: null,
  started: Date.UTC(2025, 0, 1) / 1000,
  ended: null,
  exit_code: null,
  reason: null,
  restarts: 0,
};
