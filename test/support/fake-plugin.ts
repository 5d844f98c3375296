import type { Served } from '../../src/core/served.ts';
import { counter, derived, flag, gauge, list, object, constant, text } from '../../src/core/fields.ts';
import {
  choiceOption,
  flagOption,
  integerOption,
  patternsOption,
  textOption,
} from '../../src/core/options.ts';
import { definePlugin, type ListPlugin, type ObjectPlugin } from '../../src/core/plugin.ts';

/** One field of every kind and with every option. */
export const everyField = {
  name: text('Name.'),
  alias: text('Label.', { nullWhen: 'no label is configured' }),
  load: gauge('percent', 'Load.', {
    extremes: true,
    level: { header: 'load', limits: [50, 70, 90], log: true },
  }),
  temperature: gauge('celsius', 'Temperature.', { sparse: true, extremes: true }),
  fan: gauge('rpm', 'Fan.', { nullWhen: 'it has no fan', extremes: true }),
  secret_gauge: gauge('number', 'Kept out of the history.', { history: false }),
  received: counter('bytes', 'Bytes received.', {
    hideZero: true,
    optional: true,
    level: {
      header: 'rx',
      limits: (cores) => [10 * cores, 20 * cores, 30 * cores],
      compared: { value: (served) => served['received_rate_per_sec'] as number },
      decorates: () => ['received', 'received_rate_per_sec'],
    },
  }),
  errors: counter('number', 'Errors.', { sparse: true }),
  speed: constant('bitpersecond', 'Speed.'),
  is_up: flag('bool', 'Up.'),
  tags: list('list', 'Tags.', text('Tag.')),
  owner: object(null, 'Owner.', {
    id: gauge('number', 'Id.'),
    name: text('Name.', { sparse: true }),
  }),
  use: derived(
    'percent',
    'Use.',
    (served) => ((served['received_rate_per_sec'] as number) * 100) / (served['speed'] as number),
    { extremes: true },
  ),
};

export const everyOption = {
  hide: patternsOption(['lo', 'docker.*'], 'Items to leave out.'),
  hide_zero: flagOption(false, 'Hide.'),
  hide_threshold_bytes: integerOption(0, 'Least bytes.'),
  style: choiceOption(['bar', 'line'], undefined, 'Style.'),
  api_token: textOption(undefined, 'Token.'),
};

const unread = { read: () => Promise.reject(new Error('not meant to be read')) };

/** A list plugin whose items are identified by `name`. */
export const fakeList: ListPlugin = definePlugin({
  name: 'fake',
  description: 'Items.',
  shape: 'list',
  key: 'name',
  fields: everyField,
  options: everyOption,
  create: () => unread,
});

export const fakeObject: ObjectPlugin = definePlugin({
  name: 'fake',
  description: 'One thing.',
  shape: 'object',
  fields: everyField,
  options: everyOption,
  create: () => unread,
});

export const fakeScalar = definePlugin({
  name: 'word',
  description: 'One word.',
  shape: 'scalar',
  value: text('A word.'),
  create: () => unread,
});

/** A complete reading; `changes` replaces values. */
export const everyReading = (changes: Served = {}): Served => ({
  name: 'eth0',
  alias: null,
  load: 40,
  temperature: 30,
  fan: null,
  secret_gauge: 1,
  received: 1000,
  errors: 10,
  speed: 1000,
  is_up: true,
  tags: ['a'],
  owner: { id: 1 },
  ...changes,
});
