/** How every plugin is doing. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import { type Paths, ref } from '../../openapi/types.ts';
import { SERVICE } from '../service/service-paths.ts';

export const PLUGIN_STATES_SCHEMAS: Record<string, Schema> = {
  PluginReport: closed('How a plugin is doing.', {
    name: text('Name of the plugin.'),
    state: {
      type: 'string',
      enum: ['ok', 'paused', 'unsupported', 'failing', 'stalled', 'disabled'],
      description:
        'paused: nobody asks, so it is read at a slow beat; unsupported: this host has nothing to show.',
    },
    reason: {
      type: ['string', 'null'],
      description: 'What is missing and what to do; null when all is well.',
    },
    refresh: {
      type: ['number', 'null'],
      description: 'Time between samples at present; null while disabled.',
      'x-unit': 'second',
    },
    duration_ms: {
      type: ['number', 'null'],
      description: 'How long the last sample took.',
      'x-unit': 'millisecond',
    },
    last_sample: {
      type: ['number', 'null'],
      description: 'When that was, since the epoch.',
      'x-unit': 'millisecond',
    },
    enabled: flag('Not switched off.'),
    description: text('What the plugin shows.'),
  }),
};

export const pluginStatesPaths = (): Paths => ({
  '/api/plugins': {
    get: operation({
      id: 'getPluginStates',
      tag: SERVICE.name,
      summary: 'How every plugin is doing, and why',
      answer: { type: 'array', items: ref('schemas', 'PluginReport') },
      says: 'All plugins there are, switched off or not.',
      example: [
        {
          name: 'cpu',
          state: 'ok',
          reason: null,
          refresh: 2,
          duration_ms: 0.2,
          last_sample: 1_795_222_329_595,
          enabled: true,
          description: 'Use of all CPU cores together.',
        },
      ],
    }),
  },
});
