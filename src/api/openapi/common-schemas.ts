/** Schemas that do not belong to one plugin. */
import type { Schema } from '../../core/schema.ts';
import { closed, DECORATION, flag, LEVELS, mapOf, text } from './schema-parts.ts';
import { ref } from './types.ts';

const level = closed('Level of a value; empty without one.', { decoration: DECORATION }, ['decoration']);

const view = closed('How a value should be shown.', {
  decoration: DECORATION,
  optional: flag('May be left out where space is short.'),
  additional: flag('Belongs to an extended view.'),
  splittable: flag('May be broken over lines.'),
  hidden: flag('Is not to be shown.'),
});

export const VIEW_EXAMPLE = {
  decoration: 'OK_LOG',
  optional: false,
  additional: false,
  splittable: false,
  hidden: false,
};

const parameterProblem = closed(
  'One problem with one parameter.',
  {
    type: text('Kind of problem, as a word.'),
    loc: { type: 'array', items: { type: 'string' }, description: 'Where it is: `path` and the name.' },
    msg: text('The problem in words.'),
    input: text('What was sent.'),
    ctx: { type: 'object', description: 'Bounds that were not kept.' },
  },
  ['ctx'],
);

const pluginReport = closed('How a plugin is doing.', {
  name: text('Name of the plugin.'),
  state: {
    type: 'string',
    enum: ['ok', 'paused', 'unsupported', 'failing', 'stalled', 'disabled'],
    description:
      'paused: nobody asks, so it is read at a slow beat; unsupported: this host has nothing to show.',
  },
  reason: { type: ['string', 'null'], description: 'What is missing and what to do; null when all is well.' },
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
});

export const COMMON_SCHEMAS: Record<string, Schema> = {
  Error: closed('Every error but those of numbers in the path.', {
    detail: text('What went wrong, for people; programs go by the status.'),
  }),
  ParameterErrors: closed('Parameters that cannot be used.', {
    detail: { type: 'array', items: ref('schemas', 'ParameterProblem'), minItems: 1 },
  }),
  ParameterProblem: parameterProblem,
  PluginReport: pluginReport,
  Pool: closed('A pool of disks that a file system manages by itself.', {
    type: { enum: ['zfs', 'btrfs'], description: 'Which file system.' },
    name: text('Name of the ZFS pool; label of the btrfs file system, or its UUID.'),
    uuid: { type: ['string', 'null'], description: 'UUID; null with ZFS.' },
    state: text('ONLINE, DEGRADED, FAULTED, SUSPENDED and so on, as the file system says it.'),
    devices: { type: ['integer', 'null'], description: 'Devices it should have; null with ZFS.' },
    missing: { type: ['integer', 'null'], description: 'How many of them are missing; null with ZFS.' },
    errors: {
      type: ['integer', 'null'],
      description: 'Errors of all devices since the counters were reset; null where they are not told.',
    },
    level: { type: 'string', enum: LEVELS, description: 'What that amounts to.' },
  }),
  View: view,
  EntryViews: {
    description: 'View of a field of an object, or views of an entry of a list.',
    anyOf: [
      ref('schemas', 'View'),
      level,
      mapOf('Views of one entry by field.', ref('schemas', 'View')),
      mapOf('Levels of one container, virtual machine or card.', level),
      { type: 'boolean', description: 'Of containers and vms: whether a column is worth showing.' },
      { type: 'array', items: { type: 'string' }, description: 'Of quicklook: the values to look at.' },
    ],
  },
  Views: mapOf(
    'Views by field; of a list by identity, then by field. Empty for plugins that are one value.',
    ref('schemas', 'EntryViews'),
  ),
  Limits: mapOf(
    'Options of a plugin by name. Thresholds and times are numbers, everything else lists of words.',
    {
      anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
  ),
  Series: {
    type: 'array',
    description:
      'Points of one field, oldest first: pairs of a time (ISO 8601 with microseconds, UTC) and a number.',
    items: {
      type: 'array',
      prefixItems: [{ type: 'string', format: 'date-time' }, { type: ['number', 'null'] }],
      items: false,
      minItems: 2,
    },
  },
  History: mapOf(
    'Series by field; of a list by identity and field (`sda_read_bytes_rate_per_sec`).',
    ref('schemas', 'Series'),
  ),
  LocalHistory: mapOf(
    'Series as older versions have them: pairs of a local time without offset and a number.',
    {
      type: 'array',
      items: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: ['number', 'null'] }],
        items: false,
        minItems: 2,
      },
    },
  ),
};
