import { describe, expect, it, vi } from 'vitest';
import { defer, hostWith } from '../../../test/support/sampling.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { flagOption } from '../../core/options.ts';
import { defineSource, fileSource } from '../../core/source.ts';
import { createSources } from './sources.ts';

function setUp() {
  const notice = vi.fn<(plugin: string, topic: string, text: string | null) => void>();
  const host = { ...hostWith(createFakeClock()), read: vi.fn<(path: string) => Uint8Array>() };
  const optionsOf = (plugin: string) => ({ fast: plugin === 'owner' });
  const isWatched = (plugin: string): boolean => plugin === 'owner';
  return { notice, host, sources: createSources({ host, optionsOf, notice, isWatched }) };
}

/** A source that counts its reads, or runs a given function. */
const sourceOf = <T>(read: () => T) => defineSource({ name: 'source', create: () => ({ read }) });

describe('sources', () => {
  it('are read once a tick, whoever asks', () => {
    const { sources } = setUp();
    let count = 0;
    const source = sourceOf(() => ({ count: (count += 1) }));
    const first = sources.read(source);
    expect(sources.read(source)).toBe(first);
    sources.nextTick();
    expect(sources.read(source)).toEqual({ count: 2 });
  });

  it('throw the same error for everyone in a tick, and are tried again in the next', () => {
    const { sources } = setUp();
    const read = vi.fn<() => number>().mockImplementationOnce(() => {
      throw new Error('no permission');
    });
    read.mockReturnValue(7);
    const source = sourceOf(read);
    expect(() => sources.read(source)).toThrow('no permission');
    expect(() => sources.read(source)).toThrow('no permission');
    expect(read).toHaveBeenCalledTimes(1);
    sources.nextTick();
    expect(sources.read(source)).toBe(7);
  });

  it('are tried again when they could not be created', () => {
    const { sources } = setUp();
    const create = vi
      .fn(() => ({ read: () => 7 }))
      .mockImplementationOnce(() => {
        throw new Error('not yet');
      });
    const source = defineSource({ name: 'source', create });
    expect(() => sources.read(source)).toThrow('not yet');
    sources.nextTick();
    expect(sources.read(source)).toBe(7);
    expect(create).toHaveBeenCalledTimes(2);
  });

  it('share a promise, and are not started again while it hangs', async () => {
    const { sources } = setUp();
    const reads = [defer<string>(), defer<string>()];
    const read = vi.fn(() => (reads[read.mock.calls.length - 1] ?? defer<string>()).promise);
    const source = sourceOf(read);
    const first = sources.read(source);
    sources.nextTick();
    expect(sources.read(source)).toBe(first);
    expect(read).toHaveBeenCalledTimes(1);
    reads[0]?.resolve('late');
    await first;
    sources.nextTick();
    expect(sources.read(source)).not.toBe(first);
  });

  it('share a rejection', async () => {
    const { sources } = setUp();
    const source = sourceOf(() => Promise.reject(new Error('gone')));
    const [one, two] = [sources.read(source), sources.read(source)];
    await expect(one).rejects.toThrow('gone');
    await expect(two).rejects.toThrow('gone');
  });

  it('exist once, with the options of their owner, whose notices they write', () => {
    const { sources, notice } = setUp();
    const source = defineSource({
      name: 'source',
      owner: 'owner',
      options: { fast: flagOption(false, '') },
      create: (context) => {
        context.notice('speed', 'too slow');
        return { read: () => context.options, speedUp: () => 'faster' };
      },
    });
    expect(sources.instance(source).speedUp()).toBe('faster');
    expect(sources.instance(source)).toBe(sources.instance(source));
    expect(sources.read(source)).toEqual({ fast: true });
    expect(notice.mock.calls).toEqual([['owner', 'speed', 'too slow']]);
  });

  it('of one file parse its bytes', () => {
    const { sources, host } = setUp();
    host.read.mockReturnValue(new Uint8Array(3));
    expect(sources.read(fileSource('/proc/stat', (bytes) => bytes.length))).toBe(3);
    expect(host.read).toHaveBeenCalledWith('/proc/stat');
  });
});
