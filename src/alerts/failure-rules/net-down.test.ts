import { expect, it } from 'vitest';
import { createKindRig } from '../../../test/support/kind-rig.ts';
import { testKind } from '../../../test/support/kind-suite.ts';
import { netDown } from './net-down.ts';

const link = (name: string, hasCarrier: boolean, more: object = {}) => ({
  links: [{ name, isUp: true, hasCarrier, hasAddress: hasCarrier, ...more }],
});

testKind(netDown, {
  fine: link('eth0', true),
  raise: [[link('eth0', false), 30], link('eth0', false)],
  is: ['NET_DOWN_ETH0', 'WARNING', 'eth0 has lost its network link.'],
  clear: [link('eth0', true)],
  gone: [{ links: [] }],
  unreadable: [{ links: null }],
  isChange: true,
});

it.each([
  ['is shut down', [link('eth0', true), link('eth0', false, { isUp: false })]],
  ['never had an address', [link('eth0', true, { hasAddress: false }), link('eth0', false)]],
  ['belongs to a container', [link('veth12', true), link('veth12', false)]],
  ['is back soon', [link('eth0', true), link('eth0', false), link('eth0', true), link('eth0', false)]],
])('is silent about an interface that %s', async (_, steps) => {
  const rig = createKindRig(netDown);
  for (const step of steps) await rig.feed(step, 20);
  await rig.feed(steps.at(-1) ?? {});
  expect(rig.told()).toEqual([]);
});

// They lose their carrier with their last container.
it.each(['docker0', 'br-1a2b', 'podman0', 'lxdbr0', 'incusbr0'])(
  'is silent about the bridge %s',
  async (name) => {
    const rig = createKindRig(netDown);
    await rig.feed(link(name, true));
    for (let reading = 0; reading < 3; reading += 1) await rig.feed(link(name, false), 20);
    expect(rig.told()).toEqual([]);
  },
);
