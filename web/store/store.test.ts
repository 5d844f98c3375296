import type { Served } from '../../src/core/served.ts';
import { describe, expect, it } from 'vitest';
import { itemsById } from '../../src/show/display/series.ts';
import { seriesId } from '../../src/core/series-name.ts';
import { createStore } from './store.ts';

describe('store', () => {
  it('replaces snapshots, and counts updates', () => {
    const store = createStore();
    expect(store.latest('cpu').value).toBe(null);
    store.apply([
      { plugin: 'cpu', value: { total: 5 }, time: 1000 },
      { plugin: 'uptime', value: '1 day', time: 1000 },
    ]);
    expect(store.latest('cpu').value).toEqual({ total: 5 });
    expect(store.latest('uptime').value).toBe('1 day');
    expect(store.tick.value).toBe(1);
  });

  it('takes values of another shape as empty, and items that are none as missing', () => {
    const store = createStore();
    const updates = (value: unknown) =>
      ['processlist', 'network', 'cpu', 'now', 'uptime', 'alert'].map((plugin) => ({
        plugin,
        value,
        time: 1000,
      }));
    for (const value of [{ a: 1 }, 'x', 7, [null, 'x', [1]]]) {
      store.apply(updates(value));
      for (const plugin of ['processlist', 'network', 'alert'] as const)
        expect(store.latest(plugin).value, JSON.stringify(value)).toEqual([]);
    }
    store.apply(updates([]));
    expect([store.latest('cpu').value, store.latest('uptime').value]).toEqual([{}, null]);
    store.apply(updates(null));
    expect(store.latest('network').value).toBeNull();
    const list = [{ key: 'interface_name', interface_name: 'lo' }];
    store.apply([{ plugin: 'network', value: list, time: 1000 }]);
    expect(store.latest('network').value).toBe(list);
  });

  it('has the time of the agent, where that of the browser is another', () => {
    const store = createStore();
    const ahead = (): number => Math.round((store.now() - Date.now()) / 1000);
    expect(ahead()).toBe(0);
    for (const [seconds, expected] of [
      [86_400, 86_400],
      [-7200, -7200],
      // A late sample.
      [-4, 0],
    ] as const) {
      const iso = new Date(Date.now() + seconds * 1000).toISOString();
      store.apply([{ plugin: 'now', value: { iso, custom: '' }, time: 1000 }]);
      expect(ahead()).toBe(expected);
    }
    for (const value of [{ iso: 'soon', custom: '' }, null]) {
      store.apply([{ plugin: 'now', value, time: 1000 }]);
      expect(ahead()).toBe(0);
    }
  });

  it('records what is held, of objects and items', () => {
    const store = createStore();
    const asked: string[] = [];
    store.onHeld = ({ series }) => asked.push(seriesId(series));
    const total = store.hold({ plugin: 'cpu', field: 'total' });
    const received = store.hold({ plugin: 'network', item: 'eth0', field: 'bytes_recv_rate_per_sec' });
    expect(store.hold({ plugin: 'cpu', field: 'total' })).toBe(total);
    expect(asked).toEqual(['cpu/total', 'network/eth0_bytes_recv_rate_per_sec']);
    store.apply([
      { plugin: 'cpu', value: { total: 7 }, time: 2000 },
      { plugin: 'network', value: [{ key: 'interface_name', interface_name: 'lo' }], time: 2000 },
    ]);
    store.apply([
      {
        plugin: 'network',
        value: [{ key: 'interface_name', interface_name: 'eth0', bytes_recv_rate_per_sec: 9 }],
        time: 4000,
      },
      { plugin: 'cpu', value: null, time: 4000 },
    ]);
    expect([total.valueAt(0), total.valueAt(1)]).toEqual([7, Number.NaN]);
    expect([received.valueAt(0), received.valueAt(1)]).toEqual([Number.NaN, 9]);
  });

  it('begins a series with the value of now', () => {
    const store = createStore();
    store.apply([{ plugin: 'cpu', value: { total: 7 }, time: 2000 }]);
    const total = store.hold({ plugin: 'cpu', field: 'total' });
    store.apply([{ plugin: 'cpu', value: { total: 9 }, time: 4000 }]);
    expect([total.length, total.valueAt(0), total.valueAt(1)]).toEqual([2, 7, 9]);
    const idle = store.hold({ plugin: 'mem', field: 'percent' });
    expect(idle.length).toBe(0);
  });

  it('forgets tracked that nobody came back to', () => {
    let now = 0;
    const store = createStore(() => now);
    store.hold({ plugin: 'cpu', field: 'total' });
    store.release({ plugin: 'cpu', field: 'total' });
    store.apply([{ plugin: 'cpu', value: {}, time: 1 }]);
    expect(store.held()).toHaveLength(1);
    now = 400_000;
    store.apply([{ plugin: 'cpu', value: {}, time: 2 }]);
    expect(store.held()).toEqual([]);
  });

  it('finds items by their identity, whatever is among them', () => {
    const items = [{ key: 'pid', pid: 5 }, {}, null] as unknown as Served[];
    expect([...itemsById(items).keys()]).toEqual(['5']);
  });
});
