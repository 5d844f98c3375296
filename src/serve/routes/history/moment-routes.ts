/** `/api/history/moment` and `…/top`: the machine at a moment of the past, and the programs that used it. */
import type { Schema } from '../../../core/schema.ts';
import { momentOf } from '../../../keep/archive/query/moment.ts';
import type { Share, TopEntry } from '../../../keep/archive/top/program-use.ts';
import { recordedFields } from '../../../keep/archive/write/declared-series.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { placeOf } from '../../http/client.ts';
import { sendValue } from '../../http/answer.ts';
import { inQuery } from '../../openapi/parameters.ts';
import { closed, mapOf, text } from '../../openapi/schema-parts.ts';
import { EVERYTHING } from '../../openapi/tags.ts';
import { defineRoute } from '../../route/route.ts';
import { openedOf } from './opened-archive.ts';
import { parseMoment } from './range-query.ts';
import { lineOf } from './range-routes.ts';
import { MS, TIME_FORMS } from './range-schemas.ts';
import { shorten } from './shorten.ts';

type Query = Record<string, unknown>;

const AT = inQuery('at', `The moment: ${TIME_FORMS}.`, { type: 'string' }, { example: '-6h' });

const shares = (description: string, unit: string): Schema => ({
  type: 'array',
  items: closed(description, {
    name: text('Name of the program.'),
    value: { type: 'number', 'x-unit': unit },
  }),
});

const FIELDS = mapOf('Values by field.', { type: ['number', 'null'] });

export const momentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/api/history/top',
    access: 'read',
    id: 'getHistoryTop',
    tag: EVERYTHING,
    summary: 'Top programs at a moment',
    description:
      'The top ten by CPU, memory, and bytes read and written, in the minute that contains the moment; null where unknown. Kept for 30 days.',
    parameters: [AT],
    answer: {
      ...closed('The minute that contains the moment.', {
        time: { ...MS, description: 'Its end, in milliseconds since 1970.' },
        seconds: { type: 'integer', description: 'Its length.', 'x-unit': 'seconds' },
        cpu: shares('Average use; 100 is one whole core.', 'percent'),
        memory: shares('Resident memory at its end.', 'byte'),
        io: shares('Bytes read and written per second on average.', 'byte'),
      }),
      type: ['object', 'null'],
    },
    says: 'The programs.',
    example: {
      time: 1_795_824_060_000,
      seconds: 60,
      cpu: [{ name: 'node', value: 87.5 }],
      memory: [{ name: 'postgres', value: 4_294_967_296 }],
      io: [{ name: 'borg', value: 52_428_800 }],
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler(context) {
      const line = lineOf(context);
      return async (request, reply) => {
        const { archive } = openedOf(context.archive, request);
        const at = parseMoment(request.query as Query, context.now());
        const found = await line.run(placeOf(request, reply), () => archive.topAt(at));
        return sendValue(request, reply, topAnswer(found));
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/history/moment',
    access: 'read',
    id: 'getHistoryMoment',
    tag: EVERYTHING,
    summary: 'All values at a moment',
    description:
      'Averages over the minute that contains the moment, of everything with history; over its hour where minutes are no longer kept.',
    parameters: [AT],
    answer: closed('State of the machine at a moment.', {
      time: { ...MS, description: 'Start of the averaging period, in milliseconds since 1970.' },
      step: { type: 'number', description: 'Its length.', 'x-unit': 'millisecond' },
      objects: mapOf('Plugins that serve one object.', FIELDS),
      lists: mapOf(
        'Plugins that serve a list.',
        closed('Its items.', {
          key: text('Name of the field that holds the identity.'),
          items: mapOf('Items by their identity.', FIELDS),
        }),
      ),
    }),
    says: 'The values.',
    example: {
      time: 1_795_824_000_000,
      step: 60_000,
      objects: { cpu: { total: 4.1 } },
      lists: { fs: { key: 'mnt_point', items: { '/home': { percent: 71.2 } } } },
    },
    refusals: { '400': 'BadQuery', '503': 'NoArchive' },
    handler(context) {
      const plugins = new Map(context.registry.map((plugin) => [plugin.name, plugin]));
      const line = lineOf(context);
      return async (request, reply) => {
        const { reading } = openedOf(context.archive, request);
        const at = parseMoment(request.query as Query, context.now());
        const { time, step, objects, lists } = await line.run(placeOf(request, reply), () =>
          momentOf(reading, at),
        );
        return sendValue(request, reply, {
          time,
          step,
          objects: recordOf(objects, (fields, plugin) => shown(fields, plugins.get(plugin))),
          lists: recordOf(lists, (items, name) => {
            const plugin = plugins.get(name);
            return {
              key: plugin?.shape === 'list' ? plugin.key : 'name',
              items: recordOf(items, (fields) => shown(fields, plugin)),
            };
          }),
        });
      };
    },
  }),
];

/** All fields that have history; null those that had no value. */
const shown = (fields: ReadonlyMap<string, number>, plugin: Plugin | undefined) => ({
  ...Object.fromEntries((plugin === undefined ? [] : recordedFields(plugin)).map((name) => [name, null])),
  ...recordOf(fields, shorten),
});

/** Names come from the machine: `__proto__` is one like any other. */
const recordOf = <V, R>(
  map: ReadonlyMap<string, V>,
  make: (value: V, name: string) => R,
): Record<string, R> => Object.fromEntries([...map].map(([name, value]) => [name, make(value, name)]));

function topAnswer(entry: TopEntry | null) {
  if (entry === null) return null;
  const { time, seconds, cpu, memory, io } = entry;
  return { time, seconds, cpu: named(cpu), memory: named(memory), io: named(io) };
}

const named = (shares: readonly Share[]) => shares.map(([name, value]) => ({ name, value }));
