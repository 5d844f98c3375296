/** Any time that the history on disk reaches back to. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, flag, text } from '../../openapi/schema-parts.ts';
import type { Paths } from '../../openapi/types.ts';
import { NOTE, NOTE_EXAMPLE } from '../notes/note-schema.ts';
import { EVERYTHING } from '../all/all-paths.ts';

const TEXTS: Schema = { type: 'array', items: { type: 'string' } };
const MANY = { style: 'form', explode: true };
const TIME: Schema = { type: 'string' };
export const MS: Schema = {
  type: 'number',
  description: 'Milliseconds since 1970.',
  'x-unit': 'millisecond',
};
const COLUMN: Schema = { type: 'array', items: { type: ['number', 'null'] } };

const DESCRIPTION = `Series on a regular grid, from the history on disk and from memory. The time of row i is
\`from + i × step\`; there is no list of times. Bounds are whole multiples of the step. Where nothing was sampled the value is
null, never 0 or interpolated.

The answer is read from the coarsest tier (samples, minutes, hours) whose points are not wider than a step. An unknown series
is null.`;

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

/** What `parseTime` reads. */
export const TIME_FORMS =
  'milliseconds since 1970, a date such as 2026-11-22T05:00Z, or an age such as 7d or -7d, which are equal';
export const FROM = inQuery('from', `Begin: ${TIME_FORMS}.`, TIME, { example: '-6h' });
export const TO = inQuery('to', 'End, in the same forms; default: now.', TIME, { example: 'now' });
export const MATCH = inQuery(
  'match',
  'Series by a pattern, `plugin/field` or `plugin/item/field`, where * stands for any characters. May be repeated.',
  TEXTS,
  { ...MANY, example: ['network/*/bytes_recv_rate_per_sec'] },
);

const SECONDS: Schema = { type: 'number', 'x-unit': 'seconds' };
const NUMBER: Schema = { type: 'number' };
const TEXT: Schema = { type: 'string' };

/** An event as the alert plugin serves it, with what it is about. */
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
});

const EVENTS: Schema = { type: 'array', items: EVENT };
const MARKS: Schema = {
  type: 'array',
  items: closed('A mark.', {
    kind: text('Its kind.'),
    time: MS,
    detail: { type: ['string', 'null'], description: 'Reason or amount.' },
  }),
};

/** The grid of an answer, and its choice. */
export const GRID = {
  from: MS,
  to: MS,
  step: { type: 'number', 'x-unit': 'millisecond' },
  tier: { type: 'string', enum: ['samples', 'minutes', 'hours'] },
  count: { type: 'integer', description: 'Rows.' },
  oldest: { ...MS, type: ['number', 'null'], description: 'Start of the history on disk.' },
};
export const GRID_PARAMETERS = [
  FROM,
  TO,
  inQuery('points', 'Maximum number of rows, from which the step follows.', {
    type: 'integer',
    minimum: 10,
    maximum: 5000,
    default: 1000,
  }),
  inQuery('step', 'The step itself, such as 5m or 1h, in place of `points`.', TIME, { example: '5m' }),
  inQuery('agg', 'Aggregates: any of avg, min, max, sum, count.', { type: 'string', default: 'avg,min,max' }),
];

const NOTES: Schema = { type: 'array', items: NOTE };

export const rangePaths = (): Paths => ({
  '/api/history/range': {
    get: operation({
      id: 'getHistoryRange',
      tag: EVERYTHING.name,
      summary: 'Series over a time range',
      description: DESCRIPTION,
      parameters: [
        inQuery('series', 'A series, `{plugin}/{name}`; 100 at most. Repeat the parameter for each.', TEXTS, {
          ...MANY,
          example: ['cpu/total'],
        }),
        MATCH,
        ...GRID_PARAMETERS,
        inQuery('shift', 'Adds the same series from this much earlier, as `shifted`.', TIME, {
          example: '7d',
        }),
        inQuery('events', 'Adds the events, marks and notes of the range.', { type: 'string', enum: ['1'] }),
      ],
      answer: closed(
        'Series on one grid.',
        {
          ...GRID,
          series: SERIES_OF_RANGE,
          shifted: SERIES_OF_RANGE,
          events: EVENTS,
          marks: MARKS,
          notes: NOTES,
        },
        ['shifted', 'events', 'marks', 'notes'],
      ),
      says: 'The requested series.',
      example: {
        from: 1_795_824_000_000,
        to: 1_795_826_700_000,
        step: 900_000,
        tier: 'minutes',
        count: 3,
        oldest: 1_787_443_200_000,
        series: {
          'cpu/total': {
            unit: 'percent',
            kind: 'gauge',
            avg: [4.1, 3.9, null],
            min: [0.5, 0.4, null],
            max: [61.2, 12, null],
          },
        },
      },
      refusals: { '400': 'BadQuery', '503': 'NoArchive' },
      isVersioned: true,
    }),
  },
  '/api/history/events': {
    get: operation({
      id: 'getHistoryEvents',
      tag: EVERYTHING.name,
      summary: 'Events, marks and notes of a range',
      description:
        'Events that overlap the range, including those of earlier runs and those removed from the list; marks (start, stop, killed, clock, paused, resumed); and notes of users. Default range: the last day.',
      parameters: [
        FROM,
        TO,
        inQuery('kind', 'Only these: `event`, `note`, or a kind of mark. May be repeated.', TEXTS, {
          ...MANY,
          example: ['event', 'start'],
        }),
      ],
      answer: closed('All of them, oldest first.', { events: EVENTS, marks: MARKS, notes: NOTES }),
      says: 'Events, marks and notes.',
      example: {
        events: [],
        marks: [{ kind: 'start', time: 1_795_300_000_000, detail: null }],
        notes: [NOTE_EXAMPLE],
      },
      refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    }),
  },
  '/api/history/series': {
    get: operation({
      id: 'getHistorySeries',
      tag: EVERYTHING.name,
      summary: 'Series recorded in a range',
      description: 'Includes series of items that are gone, such as containers. Default range: the last day.',
      parameters: [MATCH, FROM, TO],
      answer: {
        type: 'array',
        items: closed('A series.', {
          id: text('Value for the parameter `series`.'),
          plugin: text('Name of the plugin.'),
          item: { type: ['string', 'null'], description: 'Identity of the item; null for objects.' },
          field: text('Name of the field as it is served.'),
          unit: { type: ['string', 'null'], description: 'Unit of the field; of a rate, of its counter.' },
          kind: { type: 'string', enum: ['gauge', 'rate'] },
          first: { ...MS, description: 'First value of the files in the range.' },
          last: { ...MS, description: 'Last value.' },
          live: flag('Whether it is being sampled now.'),
        }),
      },
      says: 'All series, by id.',
      example: [
        {
          id: 'network/eth0_bytes_recv_rate_per_sec',
          plugin: 'network',
          item: 'eth0',
          field: 'bytes_recv_rate_per_sec',
          unit: 'byte',
          kind: 'rate',
          first: 1_795_824_000_000,
          last: 1_795_826_700_000,
          live: true,
        },
      ],
      refusals: { '400': 'BadQuery', '503': 'NoArchive' },
      isVersioned: true,
    }),
  },
});
