/** Common schemas of routes of the history on disk. */
import type { Schema } from '../../core/schema.ts';
import { CULPRITS_OR_NULL } from '../../http/openapi/culprits.ts';
import { closed, flag, text } from '../../core/shape.ts';
import { NOTE } from '../past/note.ts';

const TEXTS: Schema = { type: 'array', items: { type: 'string' } };
export const MS: Schema = {
  type: 'number',
  description: 'Milliseconds since 1970.',
  'x-unit': 'millisecond',
};
const COLUMN: Schema = { type: 'array', items: { type: ['number', 'null'] } };

export const SERIES_OF_RANGE: Schema = {
  type: 'object',
  additionalProperties: {
    type: ['object', 'null'],
    properties: {
      unit: { type: ['string', 'null'] },
      kind: { type: 'string', enum: ['gauge', 'rate'] },
      avg: COLUMN,
      min: COLUMN,
      max: COLUMN,
      sum: { ...COLUMN, description: 'Average × seconds covered: the amount of a rate.' },
      count: { ...COLUMN, description: 'Seconds covered by samples.' },
    },
    required: ['unit', 'kind'],
  },
};

const SECONDS: Schema = { type: 'number', 'x-unit': 'seconds' };
const NUMBER: Schema = { type: 'number' };
const TEXT: Schema = { type: 'string' };

/** An event as in the alert plugin, with its subject. */
const EVENT = closed('An event.', {
  id: { type: 'integer', description: 'Number of the event, the same across restarts.' },
  plugin: text('Name of the plugin.'),
  field: text('The judged field.'),
  identity: { type: ['string', 'null'], description: 'Identity of the item; null for objects.' },
  stat: text('Name of the value.'),
  begin: SECONDS,
  end: { ...SECONDS, description: '-1 while the event is ongoing.' },
  state: { type: 'string', enum: ['WARNING', 'CRITICAL'] },
  type: TEXT,
  max: NUMBER,
  avg: NUMBER,
  min: NUMBER,
  sum: NUMBER,
  count: NUMBER,
  top: TEXTS,
  desc: TEXT,
  sort: TEXT,
  global_msg: TEXT,
  culprits: CULPRITS_OR_NULL,
  kind: { type: ['string', 'null'], description: 'Name of the alert kind; null: a threshold was reached.' },
  subject: { type: ['string', 'null'], description: 'The item for people.' },
  sentence: { type: ['string', 'null'], description: 'What has failed, and how badly; null for thresholds.' },
  details: {
    type: 'object',
    description: 'Cause, exit code, culprit, numbers; empty for thresholds.',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  },
  since_before_startup: flag('It existed when the agent started, so nobody was notified.'),
  link: text('The alerts on the page at its begin, relative to the address of the page.'),
});

export const EVENTS: Schema = { type: 'array', items: EVENT };
export const MISSING: Schema = {
  type: 'string',
  description: 'Which alerts and marks could not be read, and why; absent where all were.',
};
export const MARKS: Schema = {
  type: 'array',
  items: closed('A mark.', {
    kind: text('Its kind.'),
    time: MS,
    detail: { type: ['string', 'null'], description: 'Reason or amount.' },
  }),
};

/** The time grid of a reply. */
export const GRID = {
  from: MS,
  to: MS,
  step: { type: 'number', 'x-unit': 'millisecond' },
  tier: { type: 'string', enum: ['samples', 'minutes', 'hours'] },
  count: { type: 'integer', description: 'Rows.' },
  oldest: { ...MS, type: ['number', 'null'], description: 'Start of the history on disk.' },
};
export const NOTES: Schema = { type: 'array', items: NOTE };
