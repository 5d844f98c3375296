/** Schemas that do not belong to one plugin. */
import { LIMITS } from '../../measure/levels/limits.ts';
import type { Schema } from '../../core/schema.ts';
import { anyObject, closed, flag, listOf, mapOf, number, orNull, text } from '../../core/shape.ts';
import { DECORATION } from './schema-parts.ts';
import { ref } from './types.ts';

const level = closed('Level of a value; empty when it has none.', { decoration: DECORATION }, ['decoration']);

const view = closed('Display hints for a value.', {
  decoration: DECORATION,
  optional: flag('May be omitted where space is short.'),
  additional: flag('Belongs to an extended view.'),
  splittable: flag('May wrap over several lines.'),
  hidden: flag('Should not be displayed.'),
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
    type: text('Kind of problem, as an identifier.'),
    loc: listOf(text(), { description: 'Location: `path` and the name of the parameter.' }),
    msg: text('Human-readable message.'),
    input: text('The rejected value.'),
    ctx: anyObject('The violated bounds.'),
  },
  ['ctx'],
);

export const COMMON_SCHEMAS: Record<string, Schema> = {
  Error: closed('An error, except for invalid numbers in the path (422).', {
    detail: text('Human-readable message; programs should use the status.'),
  }),
  ParameterErrors: closed('Invalid parameters.', {
    detail: listOf(ref('schemas', 'ParameterProblem'), { minItems: 1 }),
  }),
  ParameterProblem: parameterProblem,
  View: view,
  EntryViews: {
    description: 'View of a field of an object, or views of an entry of a list.',
    anyOf: [
      ref('schemas', 'View'),
      level,
      mapOf('Views of one entry by field.', ref('schemas', 'View')),
      mapOf('Levels of one container, virtual machine or card.', level),
      flag('For containers and vms: whether a column is worth showing.'),
      listOf(text(), { description: 'For quicklook: the configured values.' }),
    ],
  },
  Views: mapOf(
    'Views by field; of a list by identity, then by field. Empty for plugins that are one value.',
    ref('schemas', 'EntryViews'),
  ),
  Limits: LIMITS,
  Series: listOf(
    {
      type: 'array',
      prefixItems: [text(undefined, { format: 'date-time' }), orNull(number())],
      items: false,
      minItems: 2,
    },
    {
      description:
        'Points of one field, oldest first: pairs of a time (ISO 8601 with microseconds, UTC) and a number.',
    },
  ),
  History: mapOf(
    'Series by field; of a list by identity and field (`sda_read_bytes_rate_per_sec`).',
    ref('schemas', 'Series'),
  ),
  LocalHistory: mapOf(
    'Series as in older versions: pairs of a local time without offset and a number.',
    listOf({
      type: 'array',
      prefixItems: [text(), orNull(number())],
      items: false,
      minItems: 2,
    }),
  ),
};
