import { expect, it } from 'vitest';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { storedSource } from '../../../../test/support/stored-source.ts';
import { constant, counter, gauge, text } from '../../../core/fields.ts';
import { definePlugin, type Plugin } from '../../../core/plugin.ts';
import { plugins as registry } from '../../../measure/plugins/index.ts';

const entropy = definePlugin({
  name: 'entropy',
  shape: 'object',
  description: 'Random bits.',
  fields: {
    available: gauge('number', 'Bits at hand.', { level: { header: 'available', limits: [50, 70, 90] } }),
    pool_size: constant('number', 'Bits that there can be.'),
  },
  create: () => ({ read: () => null }),
});

const fans = definePlugin({
  name: 'fans',
  shape: 'list',
  key: 'fan_id',
  description: 'Fans.',
  fields: {
    fan_id: text('Name.'),
    maker: text('Maker.'),
    speed: gauge('rpm', 'Speed.'),
    turns: counter('number', 'Turns.'),
  },
  create: () => ({ read: () => [] }),
});

const pressure = registry.find(({ name }) => name === 'pressure') as Plugin;

it('shows plugins that have no section of their own by what they declare', async () => {
  const plugins = [entropy, fans, pressure];
  const { source, held } = storedSource(plugins, (store) => {
    store.history('entropy').begin(1);
    store.history('entropy').record('available', 75);
    store.commit('entropy', { available: 75, pool_size: 256 }, 1);
    store.commit('fans', [{ fan_id: 'cpu fan', maker: 'x', speed: 1200, turns_rate_per_sec: 20 }], 1);
    store.commit('pressure', [{ resource: 'cpu', some_avg10: 12.5, full_avg10: null }], 1);
  });
  const { screen, input } = showOn(source, { width: 100, height: 20 });
  expect(screen()).toMatch(/^Entropy\b/m);
  expect(screen()).toMatch(/^▲ available +75\b/m);
  expect(screen()).toMatch(/^pool size +256\b/m);
  expect(screen()).toMatch(/^Fans +speed +turns/m);
  expect(screen()).toMatch(/^cpu fan +1.20krpm +20\b/m);
  expect(screen()).toMatch(/^Pressure +some +full/m);
  expect(screen()).toMatch(/^cpu +12\.5% +–/m);
  expect(held[0]).toEqual(['entropy', 'fans', 'pressure']);
  const y = screen()
    .split('\n')
    .findIndex((line) => line.startsWith('▲ available'));
  input({ kind: 'mouse', action: 'press', x: 3, y });
  expect(screen()).toContain('10 min, until now');
});
