import { inOneGo } from '../../test/support/in-one-go.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { everyReading, fakeList, fakeObject, fakeScalar } from '../../test/support/fake-plugin.ts';
import { mapOf, object, text } from './fields.ts';
import type { PluginValue, Served } from './served.ts';
import type { Plugin } from './plugin.ts';
import { schemaOf } from './schema.ts';
import { createShaper } from './shaper.ts';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addKeyword('x-unit');

/** Problems of a served value; empty when it is valid. */
function faults(plugin: Plugin, served: unknown): string[] {
  const validate = ajv.compile(schemaOf(plugin));
  validate(served);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const served = (plugin: Plugin, reading: PluginValue): PluginValue =>
  inOneGo(createShaper(plugin, 10).shape(reading, 2, () => {}));
const servedObject = (changes?: Served) => served(fakeObject, everyReading(changes)) as Served;

describe('schemaOf', () => {
  it('accepts what the shaper makes of an object', () => {
    expect(faults(fakeObject, servedObject())).toEqual([]);
  });

  it('accepts what the shaper makes of a list', () => {
    const readings = [everyReading(), everyReading({ name: 'b' })];
    expect(faults(fakeList, served(fakeList, readings))).toEqual([]);
    const plain = { ...fakeList, keyMember: false };
    expect(faults(plain, served(plain, [everyReading()]))).toEqual([]);
  });

  it.each<[string, Plugin, unknown]>([
    ['an object', fakeObject, {}],
    ['a list', fakeList, []],
    ['a scalar', fakeScalar, null],
  ])('accepts %s without a reading', (_, plugin, empty) => {
    expect(faults(plugin, empty)).toEqual([]);
  });

  it('accepts a scalar, and nothing but text', () => {
    expect(faults(fakeScalar, 'word')).toEqual([]);
    expect(faults(fakeScalar, 3)).toEqual([' must be string,null']);
  });

  it('accepts members of any name where they are declared, and checks them', () => {
    const others = object(null, 'Array.', {
      status: text('Status.'),
      parts: mapOf(null, 'Parts.', text('Part.')),
    });
    const plugin = { ...fakeObject, fields: {}, others };
    expect(faults(plugin, { md0: { status: 'active', parts: { sda: '1' } } })).toEqual([]);
    expect(faults(plugin, { md0: { status: 1, parts: {} } })).toContain('/md0/status must be string');
    expect(faults(plugin, { md0: { status: '', parts: { a: 1 } } })).toContain('/md0/parts/a must be string');
  });

  it('accepts absent values with their companions absent', () => {
    const {
      temperature: _t,
      errors: _e,
      ...reading
    } = everyReading({ fan: 900, owner: { id: 1, name: 'x' } });
    expect(faults(fakeObject, served(fakeObject, reading))).toEqual([]);
  });

  it.each<[string, Served]>([
    ['an undeclared key', { extra: 1 }],
    ['text for a number', { load: '40' }],
    ['null for a text that is never null', { name: null }],
    ['a number outside its range', { load: 101 }],
    ['one outside the range of its unit', { temperature: 65_261 }],
    ['a wrong element', { tags: [1] }],
    ['an undeclared member', { owner: { id: 1, extra: 1 } }],
    ['a missing member', { owner: {} }],
  ])('refuses %s', (_, change) => {
    expect(faults(fakeObject, { ...servedObject(), ...change })).not.toEqual([]);
  });

  it.each(['load', 'load_mean', 'received_gauge', 'received_rate_per_sec', 'use_min', 'time_since_update'])(
    'refuses a missing %s',
    (key) => {
      const { [key]: _, ...rest } = servedObject();
      expect(faults(fakeObject, rest)).toContain(` must have required property '${key}'`);
    },
  );

  it('refuses items without `key`, or with another one', () => {
    const item = served(fakeList, [everyReading()]) as [Served];
    expect(faults(fakeList, [{ ...item[0], key: 'other' }])).toEqual(['/0/key must be equal to constant']);
  });

  it('carries units, ranges and descriptions', () => {
    const { items } = schemaOf(fakeList) as { items: { properties: Record<string, unknown> } };
    expect(items.properties['load']).toEqual({
      type: ['number', 'null'],
      description: 'Load.',
      'x-unit': 'percent',
      minimum: 0,
      maximum: 100,
    });
    expect(items.properties['fan']).toMatchObject({ type: ['number', 'null'] });
  });
});
