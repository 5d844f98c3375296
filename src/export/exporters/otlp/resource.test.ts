/** Resource attributes of metrics: the host and its properties. */
import { expect, it } from 'vitest';
import { addressesOf, createResource } from './resource.ts';

it('has the addresses of the host, each once', () => {
  const address = (ip: string, mac: string, internal = false) => ({
    address: ip,
    mac,
    internal,
    netmask: '',
    cidr: null,
    family: 'IPv4' as const,
  });
  const found = addressesOf({
    lo: [address('127.0.0.1', '00:00:00:00:00:00', true)],
    eth0: [address('192.0.2.7', '02:fc:00:00:00:0a'), address('2001:db8::7', '02:fc:00:00:00:0a')],
    tun0: [address('192.0.2.9', '00:00:00:00:00:00')],
  });
  expect(found).toEqual([
    ['host.ip', ['192.0.2.7', '2001:db8::7', '192.0.2.9']],
    ['host.mac', ['02-FC-00-00-00-0A']],
  ]);
  expect(addressesOf({})).toEqual([]);
});

it('keeps the addresses of before while the system does not tell them', () => {
  const eth0 = { address: '192.0.2.7', mac: '02:fc:00:00:00:0a', internal: false, netmask: '', cidr: null };
  const looks = [
    () => ({ eth0: [{ ...eth0, family: 'IPv4' as const }] }),
    (): never => {
      throw new Error('too many open files');
    },
  ];
  const resourceOf = createResource({
    host: 'x',
    given: new Map(),
    hasAddresses: true,
    interfaces: () => looks.shift()!(),
  });
  expect(resourceOf([])).toContainEqual(['host.ip', ['192.0.2.7']]);
  expect(resourceOf([])).toContainEqual(['host.ip', ['192.0.2.7']]);
});

it.each([
  ['Amazon EC2', 'ami-0abc', { 'cloud.provider': 'aws', 'host.image.id': 'ami-0abc' }],
  ['Google Compute Engine', '123', { 'cloud.provider': 'gcp' }],
  ['DigitalOcean', '77', { 'cloud.provider': 'DigitalOcean' }],
])('names the cloud as the conventions do, and the image where it is known: %s', (platform, id, told) => {
  const resourceOf = createResource({ host: 'x', given: new Map(), hasAddresses: false });
  const fields = Object.entries({ platform, id });
  const all = resourceOf([{ plugin: 'cloud', key: null, item: null, fields }]);
  expect(Object.fromEntries(all.filter(([name]) => /^cloud|image/.test(name)))).toEqual(told);
});
