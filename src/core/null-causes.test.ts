import { expect, it } from 'vitest';
import { constant, counter, derived, gauge, list, object, text } from './fields.ts';
import { causesIn, nullCauses } from './null-causes.ts';
import { definePlugin } from './plugin.ts';
import { setUnknown } from './unknown.ts';

const core = object(null, 'A core.', { dpc: constant('percent', 'Calls.', { nullWhen: 'Linux has none' }) });
const fields = {
  name: text('Name.'),
  alias: text('Label.', { nullWhen: 'no label is configured' }),
  load: gauge('percent', 'Load.', { nullWhen: 'its driver reports none' }),
  cores: list(null, 'Cores.', core),
};
const plugin = definePlugin({
  name: 'made',
  shape: 'list',
  key: 'name',
  description: 'Made.',
  fields,
  others: core,
  create: () => ({ read: () => [] }),
});

it('derives what makes a field null', () => {
  expect(nullCauses(fields.name)).toEqual([]);
  expect(nullCauses(fields.load)).toEqual(['its driver reports none', 'it is out of range']);
  expect(nullCauses(counter('number', 'Packets.'))).toEqual(['it is out of range', 'it fell or leapt']);
  expect(nullCauses(gauge('bytes', 'Used.', { from: ['free'] }))).toEqual([
    'it is out of range',
    '`free` is null',
  ]);
  expect(nullCauses(derived('number', 'Sum.', () => 1))).toEqual([
    'it is out of range',
    'its inputs are null',
  ]);
});

it('names the causes of declared nulls, of inner ones too, but of no fault', () => {
  const impossible = { name: 'b', alias: 'B', load: 7, cores: [] };
  setUnknown(impossible, 'load', 'load of b reads -1, which is impossible');
  expect(causesIn(plugin, [impossible, { name: 'c', alias: 'C', load: 1, cores: [{ dpc: 1 }] }])).toEqual({});
  const lacking = {
    name: 'a',
    alias: null,
    load: null,
    cores: [{ dpc: 1 }, { dpc: null }],
    7: { dpc: null },
  };
  expect(causesIn(plugin, [impossible, lacking])).toEqual({
    alias: 'no label is configured',
    load: 'its driver reports none',
    'cores.dpc': 'Linux has none',
    '*.dpc': 'Linux has none',
  });
  expect(causesIn(plugin, [])).toEqual({});
});
