/** `/api/history/moment` and `…/top`: the machine at a moment of the past, and the programs that used it. */
import type { FastifyInstance } from 'fastify';
import { momentOf } from '../../../keep/archive/query/moment.ts';
import type { Share, TopEntry } from '../../../keep/archive/top/program-use.ts';
import { recordedFields } from '../../../keep/archive/write/declared-series.ts';
import type { Plugin } from '../../../core/plugin.ts';
import type { WaitingLine } from '../../../core/waiting-line.ts';
import type { RouteContext } from '../../context.ts';
import { placeOf } from '../../http/client.ts';
import { sendValue } from '../../http/answer.ts';
import { openedOf } from './opened-archive.ts';
import { parseMoment } from './range-query.ts';
import { shorten } from './shorten.ts';

type Query = Record<string, unknown>;

export function momentRoutes(
  api: FastifyInstance,
  { base, archive, now, registry }: RouteContext,
  line: WaitingLine,
): void {
  api.get(`${base}/api/history/top`, async (request, reply) => {
    const { archive: opened } = openedOf(archive, request);
    const at = parseMoment(request.query as Query, now());
    return sendValue(
      request,
      reply,
      topAnswer(await line.run(placeOf(request, reply), () => opened.topAt(at))),
    );
  });
  const plugins = new Map(registry.map((plugin) => [plugin.name, plugin]));
  api.get(`${base}/api/history/moment`, async (request, reply) => {
    const { reading } = openedOf(archive, request);
    const at = parseMoment(request.query as Query, now());
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
  });
}

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
