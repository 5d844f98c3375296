/** `/api/history/range`, `…/series` and `…/events`: any time in the history on disk. */
import { closed, describedAs, flag, listOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { documentQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { NOTE_EXAMPLE } from '../past/note.ts';
import { PAST, pastHandler } from './past-handler.ts';
import { PAST_QUERIES } from './range-query.ts';
import {
  EVENTS,
  GRID,
  KIND_OF_SERIES,
  MARKS,
  MISSING,
  MS,
  NOTES,
  SERIES_OF_RANGE,
  UNIT_OF_SERIES,
} from './range-schemas.ts';

const DESCRIPTION = `Series on a regular grid, from the history on disk and from memory. The time of row i is
\`from + i × step\`; there is no list of times. Bounds are whole multiples of the step. Where nothing was sampled the value is
null, never 0 or interpolated.

The answer is read from the coarsest tier (samples, minutes, hours) whose points are not wider than a step. An unknown series
is null.`;

const SERIES = closed('A series.', {
  id: text('Value for the parameter `series`.'),
  plugin: text('Name of the plugin.'),
  item: orNull(text('Identity of the item; null for objects.')),
  field: text('Name of the field as it is served.'),
  unit: UNIT_OF_SERIES,
  kind: KIND_OF_SERIES,
  first: describedAs(MS, 'Time of the first value in the files of the range.'),
  last: describedAs(MS, 'Time of the last value.'),
  live: flag('Whether it is being sampled now.'),
});
export type PastSeries = TypeOf<typeof SERIES>;

export const rangeRoutes = [
  defineRoute({
    path: '/api/history/range',
    access: 'viewer',
    uses: PAST,
    id: 'getHistoryRange',
    tag: EVERYTHING,
    summary: 'Series over a time range',
    description: DESCRIPTION,
    parameters: documentQuery(PAST_QUERIES.range),
    answer: closed(
      'Series on one grid.',
      {
        ...GRID,
        series: SERIES_OF_RANGE,
        shifted: SERIES_OF_RANGE,
        events: EVENTS,
        marks: MARKS,
        notes: NOTES,
        missing: MISSING,
      },
      ['shifted', 'events', 'marks', 'notes', 'missing'],
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
    handler: pastHandler('/api/history/range'),
  }),
  defineRoute({
    path: '/api/history/events',
    access: 'viewer',
    uses: PAST,
    id: 'getHistoryEvents',
    tag: EVERYTHING,
    summary: 'Events, marks and notes of a range',
    description:
      'Events that overlap the range, including those of earlier runs and those removed from the list; marks (start, stop, killed, boot, suspend, clock, paused, resumed); and notes of users. Default range: the last day.',
    parameters: documentQuery(PAST_QUERIES.events),
    answer: closed(
      'Events, marks and notes, oldest first.',
      { events: EVENTS, marks: MARKS, notes: NOTES, missing: MISSING },
      ['missing'],
    ),
    says: 'Events, marks and notes.',
    example: {
      events: [],
      marks: [{ kind: 'start', time: 1_795_300_000_000, detail: null }],
      notes: [NOTE_EXAMPLE],
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler: pastHandler('/api/history/events'),
  }),
  defineRoute({
    path: '/api/history/series',
    access: 'viewer',
    uses: PAST,
    id: 'getHistorySeries',
    tag: EVERYTHING,
    summary: 'Series recorded in a range',
    description: 'Includes series of items that are gone, such as containers. Default range: the last day.',
    parameters: documentQuery(PAST_QUERIES.series),
    answer: listOf(SERIES),
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
    handler: pastHandler('/api/history/series'),
  }),
];
