/** `/api/history`: the past of many values in one answer, beside the frozen versions of the API. */
import type { FastifyInstance } from 'fastify';
import type { HistoryWindow } from '../../../core/store/history.ts';
import { sendMade } from '../../http/answer.ts';
import { type RouteContext, whenSampled } from '../../context.ts';
import { type HistoryQuery, parseHistoryQuery } from './history-query.ts';
import { shorten } from './shorten.ts';
import { type Pieces, render } from '../../bodies/render.ts';

/** Of one plugin. All its series share one row of times. */
export interface PluginHistory {
  /** Milliseconds since the epoch, oldest first. */
  times: number[];
  /** Values at these times, null where there is none; null in place of a series that is not recorded. */
  series: Record<string, (number | null)[] | null>;
}

/** More values than this in one answer are cut down to the newest. */
const MOST_VALUES = 250_000;
export function historyRoute(api: FastifyInstance, { base, agent, run, turns }: RouteContext): void {
  const enabled = agent.plugins.map(({ name }) => name);
  api.get(`${base}/api/history`, (request, reply) => {
    const query = parseHistoryQuery(request.query as Record<string, unknown>, enabled);
    const plugins = [...query.series.keys()];
    return whenSampled(agent, plugins, () => {
      const samples = plugins.reduce((sum, name) => sum + agent.store.latest(name).sequence, 0);
      return sendMade(request, reply, `${run}.history.${samples}`, () =>
        render(
          answerPieces(query, (plugin, limit) => agent.store.history(plugin).window(limit)),
          turns.begin(),
        ),
      );
    });
  });
}

/** `{plugin: {"times": […], "series": {name: […]}}}` */
function* answerPieces(
  { series, total, count }: HistoryQuery,
  windowOf: (plugin: string, limit: number) => HistoryWindow,
): Pieces {
  const most = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, total)));
  const limit = count === 0 ? most : Math.min(count, most);
  const parts = [...series].map(([plugin, names]) => ({ plugin, names, window: windowOf(plugin, limit) }));
  let separator = '{';
  for (const { plugin, names, window } of parts) {
    yield `${separator}${JSON.stringify(plugin)}:{"times":${JSON.stringify(window.times.map(Math.round))}`;
    yield* seriesPieces(names, window);
    separator = '},';
  }
  yield separator === '{' ? '{}' : '}}';
}

function* seriesPieces(names: Iterable<string>, window: HistoryWindow): Pieces {
  let separator = ',"series":{';
  for (const name of names) {
    yield `${separator}${JSON.stringify(name)}:${JSON.stringify(window.column(name)?.map(shorten) ?? null)}`;
    separator = ',';
  }
  yield '}';
}
