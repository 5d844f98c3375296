/** `/api/history/moment` and `…/top`: the machine at a past time, and the busiest programs. */
import {
  closed,
  describedAs,
  integer,
  listOf,
  mapOf,
  number,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { documentQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { PAST, pastHandler } from './past-handler.ts';
import { PAST_QUERIES } from './range-query.ts';
import { MS } from './range-schemas.ts';

const shares = (description: string, unit: string) =>
  listOf(
    closed(description, {
      name: text('Name of the program.'),
      value: number('Its use, in the unit of the list.', { 'x-unit': unit }),
      unit: orNull(text('Unit of systemd; null: none, or not recorded.')),
      container: orNull(text('Container; null: none, or not recorded.')),
    }),
  );

/** Lists that older versions did not record. */
const newerShares = (description: string, unit: string) => orNull(shares(description, unit));

const TOP = closed('The minute that contains the moment.', {
  time: describedAs(MS, 'End of the minute, in milliseconds since 1970.'),
  seconds: integer('Length of the averaging period.', { 'x-unit': 'seconds' }),
  cpu: shares('Average use; 100 is one whole core.', 'percent'),
  memory: shares('Resident memory at its end.', 'byte'),
  io: shares('Bytes read and written per second on average.', 'bytepersecond'),
  faults: newerShares(
    'Page faults per second that read a disk, on average; null: not recorded.',
    'numberpersecond',
  ),
  swap: newerShares('Bytes in swap at its end; null: not recorded.', 'byte'),
});
export type TopPrograms = TypeOf<typeof TOP>;

const FIELDS = mapOf('Values by field.', orNull(number()));
const MOMENT = closed('State of the machine at a moment.', {
  time: describedAs(MS, 'Start of the averaging period, in milliseconds since 1970.'),
  step: number('Length of the averaging period.', { 'x-unit': 'millisecond' }),
  objects: mapOf('Plugins that serve one object.', FIELDS),
  lists: mapOf(
    'Plugins that serve a list.',
    closed('Items of the plugin.', {
      key: text('Field that identifies the items.'),
      items: mapOf('Items by their identity.', FIELDS),
    }),
  ),
});
/** All values of a minute or an hour. */
export type PastMoment = TypeOf<typeof MOMENT>;

export const momentRoutes = [
  defineRoute({
    path: '/api/history/top',
    access: 'viewer',
    uses: PAST,
    id: 'getHistoryTop',
    tag: EVERYTHING,
    summary: 'Top programs at a moment',
    description:
      'The top ten by CPU, memory, bytes read and written, page faults and swap, in the minute that contains the moment; null where unknown. Thirty while an alert was active. Kept for 30 days.',
    parameters: documentQuery(PAST_QUERIES.top),
    answer: orNull(TOP),
    says: 'The programs.',
    example: {
      time: 1_795_824_060_000,
      seconds: 60,
      cpu: [{ name: 'node', value: 87.5, unit: 'shop.service', container: null }],
      memory: [{ name: 'postgres', value: 4_294_967_296, unit: null, container: 'db' }],
      io: [{ name: 'borg', value: 52_428_800, unit: 'borg.service', container: null }],
      faults: [{ name: 'postgres', value: 12.5, unit: null, container: 'db' }],
      swap: [],
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler: pastHandler('/api/history/top'),
  }),
  defineRoute({
    path: '/api/history/moment',
    access: 'viewer',
    uses: PAST,
    id: 'getHistoryMoment',
    tag: EVERYTHING,
    summary: 'All values at a moment',
    description:
      'Averages over the minute that contains the moment, of everything with history; over its hour where minutes are no longer kept.',
    parameters: documentQuery(PAST_QUERIES.moment),
    answer: MOMENT,
    says: 'The values.',
    example: {
      time: 1_795_824_000_000,
      step: 60_000,
      objects: { cpu: { total: 4.1 } },
      lists: { fs: { key: 'mnt_point', items: { '/home': { percent: 71.2 } } } },
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler: pastHandler('/api/history/moment'),
  }),
];
