import { expect, it } from 'vitest';
import { podman } from './podman-dialect.ts';

it('takes no measurements from a line with an error', () => {
  expect(podman.parseFrame({ Error: { message: 'cgroup missing' }, Stats: null })).toBe(null);
  expect(podman.parseFrame('text')).toBe(null);
});

it('serves absent numbers as unknown, not as zero', () => {
  const frame = podman.parseFrame({ Error: null, Stats: [{ ContainerID: 'a', Name: 'web' }] });
  expect(frame?.get('a')).toEqual({ cpu: null, memory: null, io: null, network: null });
});
