import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGathering } from './gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sample = (plugin: string) => ({ plugin, value: 1, time: 1 });

function rig(lists = ['processlist']) {
  const shown: string[][] = [];
  const gathering = createGathering({
    lists: () => lists,
    period: () => 2,
    isHidden: () => false,
    show: (updates) => void shown.push(updates.map(({ plugin }) => plugin)),
  });
  return { shown, add: (...plugins: string[]) => plugins.map(sample).forEach(gathering.add) };
}

describe('an update', () => {
  it('is shown once, with the list that comes last', async () => {
    const { add, shown } = rig();
    add('cpu');
    await vi.advanceTimersByTimeAsync(90);
    expect(shown).toEqual([]);
    add('processlist', 'alert');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual([['cpu', 'processlist', 'alert']]);
    // An alert between two updates waits for no list.
    await vi.advanceTimersByTimeAsync(500);
    add('alert');
    await vi.advanceTimersByTimeAsync(20);
    expect(shown[1]).toEqual(['alert']);
    await vi.advanceTimersByTimeAsync(1500);
    add('cpu', 'processlist');
    await vi.advanceTimersByTimeAsync(20);
    expect(shown.length).toBe(3);
  });

  it('does not wait for a list that takes long, nor for one that nobody wants', async () => {
    const late = rig();
    late.add('cpu');
    await vi.advanceTimersByTimeAsync(320);
    expect(late.shown).toEqual([['cpu']]);
    const none = rig([]);
    none.add('cpu');
    await vi.advanceTimersByTimeAsync(20);
    expect(none.shown).toEqual([['cpu']]);
  });
});
