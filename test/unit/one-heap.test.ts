import { createRequire } from 'node:module';
import { expect, it, vi } from 'vitest';

const { withOneHeap } = createRequire(import.meta.url)('../../bin/one-heap.cjs') as {
  withOneHeap(
    process: Pick<NodeJS.Process, 'argv' | 'env' | 'execArgv' | 'execPath'> & { execve?: unknown },
  ): void;
};

const started = (words: readonly string[], env: NodeJS.ProcessEnv = {}, execve: unknown = vi.fn()) => {
  withOneHeap({ argv: ['node', 'gander', ...words], env, execArgv: ['--inspect'], execPath: '/n', execve });
  return execve;
};

it.each([['-w'], ['-s'], ['-qw'], ['--webserver'], ['--server'], ['-p', '1', '-w']])(
  'a server with %s is replaced by itself with one heap',
  (...words) => {
    expect(started(words, { HOME: '/root' })).toHaveBeenCalledExactlyOnceWith(
      '/n',
      ['/n', '--inspect', 'gander', ...words],
      { HOME: '/root', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' },
    );
  },
);

it.each([
  [[], {}],
  [['--version'], {}],
  [['mcp', '-c', 'web1'], {}],
  [['-w'], { MALLOC_ARENA_MAX: '2' }],
])('others, and those with variables of their own, are not: %j %j', (words, env) => {
  expect(started(words, env)).not.toHaveBeenCalled();
});

it('runs on where it cannot be replaced', () => {
  const refused = vi.fn(() => {
    throw new Error('no permission');
  });
  started(['-w'], {}, refused);
  expect(refused).toHaveBeenCalledOnce();
  // Before Node.js 22.15.
  const old = { argv: ['node', 'gander', '-w'], env: {}, execArgv: [], execPath: '/n' };
  expect(() => withOneHeap(old)).not.toThrow();
});
