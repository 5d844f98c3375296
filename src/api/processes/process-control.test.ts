import { describe, expect, it } from 'vitest';
import { playHost } from '../../../test/support/recorded-agent.ts';
import type { Served } from '../../core/served.ts';
import { processControl } from './process-control.ts';

describe('processControl', () => {
  it('finds what the process list serves, and chooses only what is there', async () => {
    const { agent } = await playHost('small-vm');
    const [first] = agent.store.latest('processlist').value as Served[];
    const pid = first?.['pid'] as number;
    const control = processControl(agent);
    expect(await control.process(pid)).toEqual(first);
    expect(await control.process(-1)).toBeNull();
    expect([control.select(-1), control.current()]).toEqual([false, null]);
    expect(control.select(pid)).toBe(true);
    control.clear();
    expect(control.current()).toBeNull();
  });

  it('orders the list for all clients, until nobody chooses', async () => {
    const { agent } = await playHost('small-vm');
    const control = processControl(agent);
    expect(control.order()).toEqual({ key: 'cpu_percent', isAutomatic: true });
    control.sortBy('name');
    expect(control.order()).toEqual({ key: 'name', isAutomatic: false });
    control.sortBy(null);
    expect(control.order()).toEqual({ key: 'cpu_percent', isAutomatic: true });
  });

  it('finds nothing where the process list is off', async () => {
    const { agent } = await playHost('small-vm');
    const control = processControl({ ...agent, plugins: [] });
    expect([await control.process(1), control.select(1), control.current()]).toEqual([null, false, null]);
  });
});
