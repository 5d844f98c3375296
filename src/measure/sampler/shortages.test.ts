import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { hostWith, sampling } from '../../../test/support/sampling.ts';
import { gauge } from '../../core/fields.ts';
import type { Host } from '../../core/host.ts';
import { definePlugin, type MaybePromise } from '../../core/plugin.ts';
import { defineSource } from '../../core/source.ts';
import { systemError } from '../host/system-error.ts';

const fields = { n: gauge('number', '') };

/** As plugins do: an unreadable file counts as missing. */
function lenient(host: Host, path: string): number {
  try {
    return host.read(path)[0] ?? 0;
  } catch {
    return 0;
  }
}

const sharedSource = defineSource({
  name: 'shared',
  create: ({ host }) => ({ read: () => lenient(host, '/shared') }),
});

const laterSource = defineSource({
  name: 'later',
  create: ({ host }) => ({ read: async () => host.read('/later')[0] ?? 0 }),
});

/** Plugins that read in their own ways from a host that fails with `code` from the third sample on. */
async function sampleWith(code: string) {
  const clock = createFakeClock();
  const fail = (path: string): never => {
    throw systemError(code, 'that is how it is', 'open', path);
  };
  let isFailing = false;
  const host: Host = {
    ...hostWith(clock),
    read: (path) => (isFailing ? fail(path) : new Uint8Array([7])),
    list: (path) => (isFailing ? fail(path) : ['7']),
    *names(path) {
      if (isFailing) fail(path);
      yield '7';
    },
  };
  const plugin = (name: string, read: (host: Host, shared: () => number) => MaybePromise<number>) =>
    definePlugin({
      name,
      description: '',
      shape: 'object',
      fields,
      create: ({ host: given, use }) => {
        const shared = use(sharedSource);
        return {
          read: async () => ({ n: await read(given, shared) }),
        };
      },
    });
  const tryList = (names: () => Iterable<string>): number => {
    try {
      return Number([...names()][0]);
    } catch {
      return 0;
    }
  };
  const made = [
    plugin('file', (given) => lenient(given, '/file')),
    plugin('folder', (given) => tryList(() => given.list('/'))),
    plugin('names', (given) => tryList(() => given.names('/'))),
    plugin('source', (_, shared) => shared()),
    plugin('same-source', (_, shared) => shared()),
    definePlugin({
      name: 'later',
      description: '',
      shape: 'object',
      fields,
      create: ({ use }) => ({ read: async () => ({ n: await use(laterSource)() }) }),
    }),
    plugin('none', () => 7),
  ];
  const { store, started, stateOf } = sampling(made, { host, clock });
  await started();
  isFailing = true;
  await clock.advance(2000);
  return made.map(({ name }) => [
    (store.latest(name).value as { n: number }).n,
    stateOf(name)?.state,
    stateOf(name)?.reason,
  ]);
}

describe('a process without descriptors or memory', () => {
  it.each([
    ['EMFILE', /too many open files: .*ulimit/],
    ['ENFILE', /fs\.file-max/],
    ['ENOMEM', /not enough memory to read \//],
  ])('keeps the last values and says why: %s', async (code, reason) => {
    const states = await sampleWith(code);
    for (const state of states.slice(0, -1))
      expect(state).toEqual([7, 'failing', expect.stringMatching(reason)]);
  });

  it('is told from a file that is not there', async () => {
    expect(await sampleWith('ENOENT')).toEqual([
      ...Array.from({ length: 5 }, () => [0, 'ok', null]),
      [7, 'failing', expect.stringContaining('/later does not exist')],
      [7, 'ok', null],
    ]);
  });
});
