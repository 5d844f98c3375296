import { describe, expect, it } from 'vitest';
import type { Container } from './engine.ts';
import { uniqueNames } from './engines.ts';

const named = (name: string, engine: string, id: string): Container => ({
  engine,
  id,
  name,
  image: '',
  status: 'running',
  running: true,
  created: null,
  command: null,
  ports: '',
  startedAt: null,
  pod: null,
  life: {} as never,
  usage: null,
  engineState: 'answers',
});

describe('uniqueNames', () => {
  it('tells containers of one name apart', () => {
    const containers = [
      named('web', 'docker', 'a'),
      named('web', 'podman', 'b'),
      named('web', 'podman', '0123456789abcdef'),
      named('web@podman', 'lxd', 'd'),
      named('web', 'podman', '0123456789abcdef'),
    ];
    const names = uniqueNames(containers);
    expect(names).toEqual([
      'web',
      'web@podman',
      'web@0123456789ab',
      'web@podman@lxd',
      'web@0123456789abcdef',
    ]);
  });
});
