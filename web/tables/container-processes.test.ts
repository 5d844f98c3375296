import { describe, expect, it } from 'vitest';
import type { Container } from '../api/types.ts';
import { likelyProcesses } from './container-processes.ts';
import { parseFilters, select } from '../../src/show/display/filter.ts';

const container = (name: string, image: Container['image'], command: string | null): Container =>
  ({ name, image, command }) as Container;

describe('processes that may be those of a container', () => {
  it.each([
    ['web', ['nginx:1.27'], '/docker-entrypoint.sh nginx -g daemon off;', 'nginx', 'bash'],
    ['db', ['docker.io/library/postgres:16@sha256:abc'], null, 'postgres', 'nginx'],
    ['runner', [''], 'sh -c "/usr/bin/python3 x.py"', 'runner', 'sh'],
    ['a,b(', [], null, 'a;b(', 'ab'],
  ])('%s', (name, image, command, other, stranger) => {
    const filter = likelyProcesses(container(name, image, command));
    const found = select([{ name: other }, { name: stranger }], parseFilters(filter ?? ''));
    expect(found).toEqual([{ name: other }]);
  });

  it('cannot be told without any name', () => {
    expect(likelyProcesses(container('', [], null))).toBeNull();
  });
});
