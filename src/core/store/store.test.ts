import { describe, expect, it } from 'vitest';
import { fakeList, fakeObject, fakeScalar } from '../../../test/support/fake-plugin.ts';
import { createStore, type Snapshot } from './store.ts';

describe('store', () => {
  it('has an empty snapshot of every plugin before the first reading', () => {
    const store = createStore([{ ...fakeList, name: 'list' }, fakeObject, fakeScalar], 10);
    const empty = { sequence: 0, time: null };
    expect(store.latest('list')).toEqual({ plugin: 'list', value: [], ...empty });
    expect(store.latest('fake')).toEqual({ plugin: 'fake', value: {}, ...empty });
    expect(store.latest('word')).toEqual({ plugin: 'word', value: null, ...empty });
  });

  it('replaces the snapshot at every commit and leaves the old one as it was', () => {
    const store = createStore([fakeObject], 10);
    const first = store.commit('fake', { a: 1 }, 1000);
    const second = store.commit('fake', { a: 2 }, 3000);
    expect(first).toEqual({ plugin: 'fake', sequence: 1, time: 1000, value: { a: 1 } });
    expect(second).toEqual({ plugin: 'fake', sequence: 2, time: 3000, value: { a: 2 } });
    expect(store.latest('fake')).toBe(second);
  });

  it('has one history per plugin, of the given size', () => {
    const store = createStore([fakeObject, fakeScalar], 1);
    for (const time of [1, 2]) {
      store.history('fake').begin(time);
      store.history('fake').record('a', time);
    }
    expect(store.history('fake').points('a')).toEqual([[2, 2]]);
    expect(store.history('word').names()).toEqual([]);
  });

  it('tells listeners of new snapshots until they leave', () => {
    const store = createStore([fakeObject], 10);
    const seen: Snapshot[] = [];
    const leave = store.subscribe((snapshot) => seen.push(snapshot));
    const first = store.commit('fake', {}, 1);
    leave();
    store.commit('fake', {}, 2);
    expect(seen).toEqual([first]);
  });

  it('refuses plugins that are not enabled', () => {
    const store = createStore([], 10);
    expect(() => store.latest('cpu')).toThrow('plugin cpu is not enabled');
    expect(() => store.history('cpu')).toThrow('plugin cpu is not enabled');
    expect(() => store.commit('cpu', {}, 1)).toThrow('plugin cpu is not enabled');
  });
});
