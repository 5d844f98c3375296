/** `/api/history`: the past of many values in one reply, outside the frozen versions of the API. */
import { integer, listOf, loose, mapOf, number, orNull, type TypeOf } from '../../core/shape.ts';
import type { HistoryWindow } from '../../core/store/history.ts';
import { sendMade } from '../../http/server/answer.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { documentQuery, type Query } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { RunName } from '../../http/route/services.ts';
import { HISTORY_QUERY, type HistoryQuery, parseHistoryQuery } from './history-query.ts';
import { shorten } from './shorten.ts';
import { type Pieces, render } from '../../http/body/render.ts';

/** Most values of a reply: beyond, only the newest are sent. */
const MOST_VALUES = 250_000;

const DESCRIPTION = `The newest samples of the requested series, of one or more plugins. The series of a plugin share one list of
times, which makes the answer a fraction of the size of \`/api/4/{plugin}/history\`. Fractions are cut to seven digits.

A series is named \`{plugin}/{name}\`, with the name used in \`/api/4/{plugin}/history\`: \`cpu/total\`,
\`network/eth0_bytes_recv_rate_per_sec\`. The first slash ends the plugin. A series that is not recorded is null.`;

const HISTORY = loose(
  {
    times: listOf(integer(), { description: 'Sample times in milliseconds since 1970, oldest first.' }),
    series: mapOf(
      'The value of each series at these times; null where it has none.',
      orNull(listOf(orNull(number()))),
    ),
  },
  ['times', 'series'],
);

/** History of one plugin, whose series share one list of times. */
export type PluginHistory = TypeOf<typeof HISTORY>;

export const historyRoute = defineRoute({
  path: '/api/history',
  access: 'viewer',
  uses: { agent: AgentParts, run: RunName },
  id: 'getManyHistories',
  tag: EVERYTHING,
  summary: 'Recent history of many series',
  description: DESCRIPTION,
  parameters: documentQuery(HISTORY_QUERY),
  answer: mapOf('By plugin.', HISTORY),
  says: 'The requested series, by plugin.',
  example: {
    cpu: { times: [1_795_222_327_595, 1_795_222_329_595], series: { total: [4.2, 5.1] } },
    fs: { times: [1_795_222_329_601], series: { '/home_percent': [71.5] } },
  },
  refusals: { '400': 'BadHistory' },
  isVersioned: true,
  handler({ agent, run }) {
    const enabled = agent.plugins.map(({ name }) => name);
    return (request, reply) => {
      const query = parseHistoryQuery(request.query as Query, enabled);
      const plugins = [...query.series.keys()];
      return whenSampled(agent, plugins, () => {
        const samples = plugins.reduce((sum, name) => sum + agent.store.latest(name).sequence, 0);
        return sendMade(request, reply, `${run}.history.${samples}`, () =>
          render(newestPieces(query, (plugin, limit) => agent.store.history(plugin).window(limit))),
        );
      });
    };
  },
});

/** `{plugin: {"times": […], "series": {name: […]}}}` */
export function* newestPieces(
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
