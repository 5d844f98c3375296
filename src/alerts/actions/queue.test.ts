import { describe, expect, it } from 'vitest';
import { defer, type Deferred } from '../../../test/support/sampling.ts';
import { createQueue } from './queue.ts';

function rig(concurrency: number, capacity = 10) {
  const queue = createQueue(concurrency, capacity);
  const started: string[] = [];
  const ends = new Map<string, Deferred<void>>();
  const add = (kind: string, name = kind) => {
    const end = defer<void>();
    ends.set(name, end);
    return queue.add({
      kind,
      run() {
        started.push(name);
        return end.promise;
      },
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await new Promise(setImmediate);
  };
  return { queue, started, add, end };
}

describe('createQueue', () => {
  it('runs a few at a time, in their order', async () => {
    const { started, add, end } = rig(2);
    for (const name of ['a', 'b', 'c', 'd']) add(name);
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('never runs two of one kind at a time, and lets others pass', async () => {
    const { queue, started, add, end } = rig(2);
    add('a', 'a1');
    add('a', 'a2');
    add('b');
    expect(started).toEqual(['a1', 'b']);
    await end('b');
    expect([started, queue.has('a'), queue.has('b')]).toEqual([['a1', 'b'], true, false]);
    await end('a1');
    expect(started).toEqual(['a1', 'b', 'a2']);
    await end('a2');
    expect(queue.has('a')).toBe(false);
  });

  it('refuses what is too much', () => {
    const { add } = rig(1, 2);
    expect(['a', 'b', 'c', 'd'].map((name) => add(name))).toEqual([true, true, true, false]);
  });
});
