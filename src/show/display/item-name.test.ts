import { expect, it } from 'vitest';
import { itemName } from './item-name.ts';

const ID = 'abc123def456';
const containers = [
  { id: `${ID}${'0'.repeat(52)}`, name: 'web' },
  { id: 'lxd-1', name: 'mail' },
];

it.each<[string, object, string]>([
  [`/docker/${ID}`, { container: ID }, 'web'],
  [`/system.slice/docker-${ID}.scope/init.scope`, { container: ID, unit: 'init.scope' }, 'web/init.scope'],
  ['/lxc.payload.mail', { container: 'mail' }, 'mail'],
  ['/docker/0123456789ab', { container: '0123456789ab' }, '/docker/0123456789ab'],
  ['/system.slice/nginx.service', { unit: 'nginx.service', container: null }, 'nginx.service'],
  ['/system.slice/nginx.service/worker', { unit: 'nginx.service' }, '/system.slice/nginx.service/worker'],
  ['/', {}, '/'],
])('the control group %s with %j is %s', (path, item, name) => {
  expect(itemName('cgroups', { cgroup: path, ...item }, path, containers)).toBe(name);
});

it('is the title of its source for others', () => {
  expect(itemName('mine', { title: 'Queue' }, 'q', containers)).toBe('Queue');
});
