import { inOneGo } from '../../test/support/in-one-go.ts';
import { describe, expect, it } from 'vitest';
import { everyReading, fakeList, fakeObject, fakeScalar } from '../../test/support/fake-plugin.ts';
import { counter, derived, gauge, text } from './fields.ts';
import type { PluginValue, Served } from './served.ts';
import { definePlugin, type Plugin } from './plugin.ts';
import { createShaper } from './shaper.ts';
import { staleCopy } from './stale.ts';

const twice = ({ sent }: Served): number => (sent as number) * 2;

/** Shapes readings one after the other, two seconds apart, and keeps what was recorded of the last. */
function shaping(plugin: Plugin, meanSamples = 100) {
  const shaper = createShaper(plugin, meanSamples);
  let recorded: Record<string, number> = {};
  return {
    shape(reading: PluginValue, seconds = 2): Served {
      recorded = {};
      return inOneGo(shaper.shape(reading, seconds, ({ name }, value) => (recorded[name] = value))) as Served;
    },
    items(...readings: Served[]): Served[] {
      return this.shape(readings) as unknown as Served[];
    },
    recorded: () => recorded,
    reason: () => shaper.reason,
  };
}

describe('object plugins', () => {
  it('serve companions of everything from the first sample on', () => {
    const served = shaping(fakeObject).shape(everyReading());
    expect(served).toEqual({
      ...everyReading(),
      load_min: 40,
      load_max: 40,
      load_mean: 40,
      temperature_min: 30,
      temperature_max: 30,
      temperature_mean: 30,
      received: 0,
      received_gauge: 1000,
      received_rate_per_sec: 0,
      errors: 0,
      errors_gauge: 10,
      errors_rate_per_sec: 0,
      use: 0,
      use_min: 0,
      use_max: 0,
      use_mean: 0,
      time_since_update: 2,
    });
  });

  it('turn counters into increases, and derive values, extremes of them too, from rates', () => {
    const { shape } = shaping(fakeObject);
    shape(everyReading());
    expect(shape(everyReading({ received: 1500, load: 20 }), 2.5)).toMatchObject({
      received: 500,
      received_gauge: 1500,
      received_rate_per_sec: 200,
      use: 20,
      use_max: 20,
      use_mean: 10,
      load_min: 20,
      load_mean: 30,
      time_since_update: 2.5,
    });
  });

  it('record gauges, derived values and rates under their own names', () => {
    const { shape, recorded } = shaping(fakeObject);
    shape(everyReading());
    shape(everyReading({ received: 1500, errors: 12 }));
    expect(recorded()).toEqual({
      load: 40,
      temperature: 30,
      received_rate_per_sec: 250,
      errors_rate_per_sec: 1,
      use: 25,
    });
  });

  it('do not record the zero rate of the first sight', () => {
    const { shape, recorded } = shaping(fakeObject);
    shape(everyReading());
    expect(Object.keys(recorded())).toEqual(['load', 'temperature', 'use']);
  });

  it('leave companions of an absent value away', () => {
    const { shape } = shaping(fakeObject);
    const { temperature: _t, errors: _e, ...reading } = everyReading();
    const served = shape(reading);
    expect(Object.keys(served).filter((name) => /^(temperature|errors)/.test(name))).toEqual([]);
  });

  it('start a counter anew that was absent, as its increase would span several samples', () => {
    const { shape } = shaping(fakeObject);
    const { errors: _, ...without } = everyReading();
    shape(everyReading({ errors: 10 }));
    shape(without);
    expect(shape(everyReading({ errors: 90 }))).toMatchObject({ errors: 0, errors_gauge: 90 });
  });

  it('serve {} for null and start anew after it', () => {
    const { shape, recorded } = shaping(fakeObject);
    shape(everyReading());
    expect(shape(null)).toEqual({});
    expect(recorded()).toEqual({});
    expect(shape(everyReading({ received: 9000 }))).toMatchObject({ received: 0, received_gauge: 9000 });
  });

  it('take the mean over the given number of samples', () => {
    const { shape } = shaping(fakeObject, 2);
    shape(everyReading({ load: 90 }));
    shape(everyReading({ load: 10 }));
    expect(shape(everyReading({ load: 20 }))).toMatchObject({ load_mean: 15, load_max: 90, load_min: 10 });
  });

  it('carry time_since_update without counters only when they ask for it', () => {
    const still = { name: 'still', description: '', fields: { load: gauge('percent', '') } } as const;
    const create = () => ({ read: () => ({ load: 1 }) });
    const plain = definePlugin({ ...still, shape: 'object', create });
    const timed = definePlugin({ ...still, shape: 'object', timed: true, create });
    expect(shaping(plain).shape({ load: 1 })).toEqual({ load: 1 });
    expect(shaping(timed).shape({ load: 1 })).toEqual({ load: 1, time_since_update: 2 });
  });
});

describe('list plugins', () => {
  it('name the identity in `key` and prefix series with the item', () => {
    const shaper = shaping(fakeList);
    shaper.items(everyReading());
    const [item] = shaper.items(everyReading({ received: 1100 }));
    expect(item).toMatchObject({ key: 'name', name: 'eth0', received: 100 });
    expect(shaper.recorded()).toMatchObject({ eth0_load: 40, eth0_received_rate_per_sec: 50 });
  });

  it('match items by identity, whatever their order', () => {
    const shaper = shaping(fakeList);
    shaper.items(everyReading({ name: 'a', received: 10 }), everyReading({ name: 'b', received: 1000 }));
    const items = shaper.items(
      everyReading({ name: 'b', received: 1001 }),
      everyReading({ name: 'a', received: 12 }),
    );
    expect(items.map((item) => item['received'])).toEqual([1, 2]);
  });

  it('start items anew that vanished and came back', () => {
    const shaper = shaping(fakeList);
    shaper.items(everyReading({ load: 99 }), everyReading({ name: 'b' }));
    shaper.items(everyReading({ name: 'b' }));
    const [item] = shaper.items(everyReading({ received: 5000, load: 1 }), everyReading({ name: 'b' }));
    expect(item).toMatchObject({ received: 0, received_gauge: 5000, load_max: 1 });
    expect(shaper.recorded()).not.toHaveProperty('eth0_received_rate_per_sec');
  });

  it('leave `key` out on demand', () => {
    const shaper = shaping({ ...fakeList, keyMember: false });
    expect(shaper.items(everyReading())[0]).not.toHaveProperty('key');
  });

  it('without identities have derived values, but no counters, extremes or history', () => {
    const plugin = definePlugin({
      name: 'events',
      description: '',
      shape: 'list',
      key: null,
      fields: {
        type: text(''),
        max: gauge('number', '', { extremes: true }),
        count: counter('number', ''),
        twice: derived('number', '', (served) => (served['max'] as number) * 2),
      },
      create: () => ({ read: () => [] }),
    });
    const shaper = shaping(plugin);
    const [item] = shaper.items({ type: 'MEM', max: 3, count: 7 });
    expect(item).toEqual({ type: 'MEM', max: 3, count: 7, twice: 6, time_since_update: 2 });
    expect(shaper.recorded()).toEqual({});
  });
});

describe('impossible values', () => {
  it('are null with their companions, in no history, and named', () => {
    const shaper = shaping(fakeObject);
    shaper.shape(everyReading());
    expect(shaper.reason()).toBeNull();
    const served = shaper.shape(everyReading({ load: 4000, received: 2 ** 64 }));
    expect(served).toMatchObject({
      load: null,
      load_min: 40,
      load_max: 40,
      load_mean: 40,
      received: null,
      received_gauge: 1000,
      received_rate_per_sec: null,
      use: null,
      use_max: 0,
    });
    expect(Object.keys(shaper.recorded())).toEqual(['temperature', 'errors_rate_per_sec']);
    expect(shaper.reason()).toBe(
      'load reads 4000 %, which is impossible; received reads 18446744073709552000 B, which is impossible',
    );
    shaper.shape(everyReading());
    expect(shaper.reason()).toBeNull();
    expect(shaper.recorded()).not.toHaveProperty('received_rate_per_sec');
  });

  it('keep published keys from the first sample on', () => {
    const { shape } = shaping(fakeObject);
    const keys = Object.keys(shape(everyReading()));
    const impossible = shaping(fakeObject).shape(everyReading({ load: -1, received: -1, errors: -1 }));
    expect(Object.keys(impossible)).toEqual(keys);
    expect(impossible).toMatchObject({ load_min: null, received_gauge: null, use: null, use_mean: null });
  });

  it('are named as falls where a counter falls without a restart', () => {
    const fields = { sent: counter('byte', '', { fastest: 100 }), twice: derived('byte', '', twice) };
    const shaper = shaping({ ...fakeObject, fields });
    shaper.shape({ sent: 1000 });
    expect(shaper.shape({ sent: 900 })).toMatchObject({
      sent: null,
      sent_gauge: 1000,
      sent_rate_per_sec: null,
      twice: null,
      time_since_update: 2,
    });
    expect(shaper.reason()).toBe('sent fell from 1000 to 900, which is no measurement');
    expect(shaper.recorded()).toEqual({});
    expect(shaper.shape({ sent: 920 })).toMatchObject({ sent: 20, sent_gauge: 1020, twice: 40 });
  });

  it('are named as rises beyond twice what a counter can do, where that is constant', () => {
    const fields = {
      sent: counter('byte', '', { fastest: 100 }),
      tunnel: counter('byte', '', { fastest: () => 100 }),
    };
    const shaper = shaping({ ...fakeObject, fields });
    shaper.shape({ sent: 1000, tunnel: 1000 });
    expect(shaper.shape({ sent: 1400, tunnel: 9000 })).toMatchObject({ sent: 400, tunnel: 8000 });
    expect(shaper.shape({ sent: 1801, tunnel: 9000 })).toMatchObject({ sent: null, sent_gauge: 1400 });
    expect(shaper.reason()).toBe('sent rose from 1400 to 1801, which is no measurement');
  });

  it('of several counters in one are null together', () => {
    const fields = { time: counter('millisecond', '', { parts: true, bits: 32 }) };
    const shaper = shaping({ ...fakeObject, fields });
    shaper.shape({ time: [4_294_967_200, 5] });
    expect(shaper.shape({ time: [104, 15] })).toMatchObject({ time: 210, time_rate_per_sec: 105 });
    expect(shaper.shape({ time: [204, -1] })).toMatchObject({ time: null, time_rate_per_sec: null });
    expect(shaper.reason()).toBe('time reads 204,-1 ms, which is impossible');
  });

  it('are no wraps of 32 bits once a counter of the plugin was larger', () => {
    const fields = { ...fakeList.fields, received: counter('byte', '', { bits: 32 }) };
    const increases = (...others: number[]) => {
      const shaper = shaping({ ...fakeList, fields });
      const items = (received: number) =>
        shaper.items(
          ...[received, ...others].map((one, at) => everyReading({ name: String(at), received: one })),
        );
      items(4_294_967_200);
      return items(104)[0]?.['received'];
    };
    expect(increases(5)).toBe(200);
    expect(increases(5_000_000_000)).toBe(104);
  });

  it('stay null in items that do not answer any more', () => {
    const shaper = shaping(fakeList);
    const [item] = shaper.items(everyReading({ load: -1 }));
    shaper.items(staleCopy(item as Served));
    expect(shaper.reason()).toBe('load of eth0 reads -1 %, which is impossible');
  });
});

describe('scalar plugins', () => {
  it.each(['text', null])('serve %j as it is', (value) => {
    expect(shaping(fakeScalar).shape(value)).toBe(value);
  });
});
