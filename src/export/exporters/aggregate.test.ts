import { expect, it } from 'vitest';
import type { Served } from '../../core/served.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { DEFAULT_METRICS } from '../metrics/options.ts';
import { commonOf, defaultsOf } from '../../../test/support/exporter-defaults.ts';
import { exporterNamed } from '../../../test/support/exporter-opening.ts';
import { counter, gauge, text } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { createStore } from '../../core/store/store.ts';
import { createCycles } from './cycles.ts';
import { EXPORT_OPTIONS, type ExportOptions } from './options.ts';

const plugin = definePlugin({
  name: 'fans',
  shape: 'list',
  key: 'fan',
  description: 'Fans.',
  fields: {
    fan: text('Name.', { metric: { label: 'fan' } }),
    load: gauge('percent', 'Load.'),
    speed: gauge('rpm', 'Speed.'),
    turns: counter('number', 'Turns.'),
  },
  create: () => ({ read: () => [] }),
});

/** An exporter that sums up gauges, and its output. */
function summingUp(aggregate: 'last' | 'mean' = 'mean') {
  const store = createStore([plugin], 10);
  const plugins = [plugin];
  const common = { ...commonOf(exporterNamed('remote_write')), aggregate };
  const metricsOf = (values: Pick<Parameters<typeof createMetrics>[0], 'store' | 'peaks'>) =>
    createMetrics({
      ...values,
      plugins,
      states: () => [{ name: 'fans', state: 'ok', duration_ms: 1, last_sample: 1, refresh: 1000 }],
      options: DEFAULT_METRICS.options,
      now: () => 1,
    });
  const source = createCycles({
    plugins,
    store,
    limitsOf: () => ({}),
    metrics: metricsOf({ store }),
    metricsOf: ({ means, peaks }) => metricsOf({ store: means, peaks }),
    isSelected: null,
    options: defaultsOf(EXPORT_OPTIONS) as ExportOptions,
    host: 'testhost',
    clock: { now: () => 1, monotonic: () => 1 },
  }).createSource(common, true);
  return {
    commit: (...items: Served[]) => void store.commit('fans', items, 1),
    fields: () =>
      Object.fromEntries(
        source(15)
          .points()
          .map(({ item, fields }) => [item, Object.fromEntries(fields)]),
      ),
    metrics: () =>
      Object.fromEntries(
        source(15)
          .families()
          .filter(({ name }) => name.startsWith('gander_fans'))
          .flatMap(({ name, samples }) =>
            samples.map(({ labels, value }) => [`${name}{${labels.text}}`, value]),
          ),
      ),
  };
}

const fan = (load: number | null, speed: number, turns: number) => ({
  fan: 'a',
  load,
  speed,
  turns,
  turns_gauge: turns,
});

it('sends the mean and the largest value of gauges since the last cycle, and counters as they are', () => {
  const { commit, fields } = summingUp();
  commit(fan(10, 100, 1));
  commit(fan(25, 201, 2), { ...fan(1, 1, 1), fan: 'b' });
  commit(fan(null, 101, 3), { ...fan(2, 1, 1), fan: 'b' });
  expect(fields()).toEqual({
    a: { fan: 'a', load: 17.5, load_max: 25, speed: 134, speed_max: 201, turns: 3, turns_gauge: 3 },
    b: expect.objectContaining({ load: 1.5, load_max: 2 }) as object,
  });
  commit(fan(4, 4, 4));
  expect(fields()).toEqual({ a: expect.objectContaining({ load: 4, load_max: 4 }) as object });
});

it('does so among metrics', () => {
  const { commit, metrics } = summingUp();
  commit(fan(10, 100, 1));
  commit(fan(20, 200, 2));
  expect(metrics()).toEqual({
    'gander_fans_load_ratio{fan="a"}': 0.15,
    'gander_fans_load_ratio_max{fan="a"}': 0.2,
    'gander_fans_speed_rpm{fan="a"}': 150,
    'gander_fans_speed_rpm_max{fan="a"}': 200,
    'gander_fans_turns{fan="a"}': 2,
  });
});

it('sends the last values unless told otherwise, and where nothing was read since', () => {
  const last = summingUp('last');
  last.commit(fan(10, 100, 1));
  last.commit(fan(20, 200, 2));
  expect(last.fields()).toMatchObject({ a: { load: 20, speed: 200 } });
  const mean = summingUp();
  mean.commit(fan(20, 200, 2));
  mean.fields();
  expect(mean.fields()).toEqual({ a: { ...fan(20, 200, 2), load_max: 20, speed_max: 200 } });
});
