import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGathering } from './gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sample = (plugin: string) => ({ plugin, value: 1, time: 1 });

/** @param listMs until the list has come; Infinity: it never does */
function rig(listMs = 50, lists = ['processlist']) {
  const shown: string[][] = [];
  const gathering = createGathering({
    lists: () => lists,
    async load(plugin) {
      await new Promise((resolve) => (Number.isFinite(listMs) ? setTimeout(resolve, listMs) : undefined));
      gathering.add(sample(plugin));
    },
    period: () => 2,
    isHidden: () => false,
    show: (updates) => void shown.push(updates.map(({ plugin }) => plugin)),
  });
  return { gathering, shown };
}

describe('an update', () => {
  it('is shown once, with the list that comes last', async () => {
    const { gathering, shown } = rig();
    gathering.add(sample('cpu'));
    await vi.advanceTimersByTimeAsync(90);
    gathering.add(sample('processcount'));
    await vi.advanceTimersByTimeAsync(49);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toEqual([['cpu', 'processcount', 'processlist']]);
  });

  it('does not wait for a list that takes long, nor for one that nobody wants', async () => {
    const late = rig(Infinity);
    late.gathering.add(sample('processcount'));
    await vi.advanceTimersByTimeAsync(340);
    expect(late.shown).toEqual([['processcount']]);
    const none = rig(50, []);
    none.gathering.add(sample('cpu'));
    await vi.advanceTimersByTimeAsync(40);
    expect(none.shown).toEqual([['cpu']]);
  });

  it('of a list that was asked for out of turn is shown at once', async () => {
    const { gathering, shown } = rig();
    void gathering.loadLists();
    await vi.advanceTimersByTimeAsync(90);
    expect(shown).toEqual([['processlist']]);
  });
});
