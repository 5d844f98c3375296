/** How plugins are doing, and what they declare. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { pluginNamed } from '../../openapi/parameters.ts';
import { closed, flag, mapOf, text } from '../../openapi/schema-parts.ts';
import { type Described, type Paths, ref } from '../../openapi/types.ts';
import { SERVICE } from '../service/service-paths.ts';

const REPORT: Record<string, Schema> = {
  name: text('Name of the plugin.'),
  state: {
    type: 'string',
    enum: ['ok', 'paused', 'unsupported', 'failing', 'stalled', 'disabled'],
    description:
      'paused: not in demand, so sampled every 30 seconds; unsupported: this host has nothing to show.',
  },
  reason: {
    type: ['string', 'null'],
    description: 'The problem and its remedy; null when there is none.',
  },
  refresh: {
    type: ['number', 'null'],
    description: 'Current time between samples; null while disabled.',
    'x-unit': 'second',
  },
  duration_ms: {
    type: ['number', 'null'],
    description: 'Duration of the last sample.',
    'x-unit': 'millisecond',
  },
  last_sample: {
    type: ['number', 'null'],
    description: 'Time of the last sample, since the epoch.',
    'x-unit': 'millisecond',
  },
  enabled: flag('Whether the plugin is enabled.'),
  description: text('Description of the plugin.'),
};

const DECLARATION: Record<string, Schema> = {
  shape: {
    type: 'string',
    enum: ['object', 'list', 'scalar'],
    description: 'Shape of `/api/4/{plugin}`: an object of fields, a list of such objects, or one text.',
  },
  key: {
    type: ['string', 'null'],
    description: 'The field that identifies the items of a list; null where there is none.',
  },
  fields: mapOf(
    'The fields by name. Counters are served with `_gauge` and `_rate_per_sec` beside them.',
    closed('A field.', {
      kind: {
        type: 'string',
        enum: ['gauge', 'counter', 'constant', 'cumulative', 'derived', 'text', 'flag', 'list', 'object'],
        description:
          'counter: a number that only grows; constant: one that rarely changes; cumulative: one that only grows, without companions; derived: computed from others.',
      },
      unit: { type: ['string', 'null'], description: 'Unit; null where a value has none.' },
      description: text('Description of the field.'),
      history: flag('Whether it has history; for a counter, its rate.'),
    }),
  ),
};

export const PLUGIN_STATES_SCHEMAS: Record<string, Schema> = {
  PluginReport: closed('State of a plugin.', REPORT),
  PluginDeclaration: closed('State and declaration of a plugin.', { ...REPORT, ...DECLARATION }),
};

const EXAMPLE = {
  name: 'load',
  state: 'ok',
  reason: null,
  refresh: 2,
  duration_ms: 0.2,
  last_sample: 1_795_222_329_595,
  enabled: true,
  description: 'Load averages.',
};

export function pluginStatesPaths({ plugins }: Described): Paths {
  const names = plugins.map(({ name }) => name);
  return {
    '/api/plugins': {
      get: operation({
        id: 'getPluginStates',
        tag: SERVICE.name,
        summary: 'State of every plugin, with reasons',
        answer: { type: 'array', items: ref('schemas', 'PluginReport') },
        says: 'All plugins, disabled ones included.',
        example: [EXAMPLE],
      }),
    },
    '/api/plugins/{plugin}': {
      get: operation({
        id: 'getPluginState',
        tag: SERVICE.name,
        summary: 'State and declaration of a plugin',
        description:
          'Fields with their units and descriptions, so that a client can display a plugin that it does not know.',
        parameters: [pluginNamed(names, names.includes('load') ? 'load' : (names[0] ?? ''))],
        answer: ref('schemas', 'PluginDeclaration'),
        says: 'The plugin.',
        example: {
          ...EXAMPLE,
          shape: 'object',
          key: null,
          fields: {
            min1: { kind: 'gauge', unit: 'float', description: 'Load of the last minute.', history: true },
          },
        },
        refusals: { '400': 'UnknownPlugin' },
      }),
    },
  };
}
