import { describe, expect, it } from 'vitest';
import { containerState, crashedContainer } from '../../../test/support/container-states.ts';
import { containerRows, type ContainerRow, endedLast, endingText } from './ended-containers.ts';
import type { Container, ContainerState } from './snapshots.ts';

const state = (more: object): ContainerState => crashedContainer(more) as unknown as ContainerState;
const ENDED = Number(state({}).ended) * 1000;
const NOW = ENDED + 185_000;
const running = { name: 'db', id: 'd', engine: 'docker', cpu_percent: 5 } as Container;

describe('containerRows', () => {
  it('adds those that have ended within a day, or that nobody stopped', () => {
    const states = [
      containerState({ name: 'db', id: 'd' }) as unknown as ContainerState,
      state({ id: 'a', name: 'crashed' }),
      state({ id: 'b', name: 'stopped', planned: true }),
      state({ id: 'c', name: 'silent', known: false }),
    ];
    const namesAt = (now: number): string[] => containerRows([running], states, now).map(({ name }) => name);
    expect(namesAt(NOW)).toEqual(['db', 'crashed', 'stopped']);
    expect(namesAt(NOW + 86_400_000)).toEqual(['db', 'crashed']);
    expect(containerRows([running], states.slice(0, 1), NOW)).toEqual([running]);
  });

  it('has one that is listed anyway once', () => {
    const listed = { name: 'web', id: 'f00', engine: 'docker', created: 'then' } as Container;
    expect(containerRows([running, listed], [state({})], NOW)).toEqual([
      running,
      { ...listed, ending: state({}) },
    ]);
  });
});

it.each([
  [{}, 'exited 1, 3 min 5 s ago'],
  [{ exit_code: 137, reason: 'OOM' }, 'exited 137, 3 min 5 s ago, OOM-killed'],
  [{ exit_code: 139, reason: 'SIGSEGV' }, 'exited 139, 3 min 5 s ago, SIGSEGV'],
  [{ planned: true, exit_code: 137, reason: 'SIGKILL' }, 'stopped, 3 min 5 s ago'],
  [{ planned: null, exit_code: null, reason: null }, 'stopped, 3 min 5 s ago'],
  [
    { engine: 'lxd', planned: null, exit_code: null, reason: null },
    'stopped, 3 min 5 s ago, exit code not reported by LXD',
  ],
])('says how a container ended: %j', (more, text) => {
  expect(endingText({ ...running, ending: state(more) }, NOW)).toBe(text);
  expect(endingText(running, NOW)).toBe('');
});

it('orders those that have ended behind all others', () => {
  const [column] = endedLast([{ sort: ({ name }: ContainerRow) => name }, {}]);
  expect([running, { ...running, ending: state({}) }].map((row) => column?.sort?.(row))).toEqual([
    'db',
    null,
  ]);
});
