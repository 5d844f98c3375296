/** `GET /api/wall`: the content of a wall or a status page. Its link opens nothing else. */
import { UNIT_OF_SERIES } from '../../history/routes/range-schemas.ts';
import { AlertBoard, type MachineVerdict } from '../../core/alert.ts';
import { kindTitle } from '../../core/kind-titles.ts';
import { optional } from '../../core/parts/service.ts';
import { named, sentenceOf } from '../../core/said.ts';
import { SAID } from '../../core/said-shape.ts';
import type { Plugin } from '../../core/plugin.ts';
import {
  closed,
  integer,
  listOf,
  moment,
  number,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../../core/shape.ts';
import { LEVELS } from '../../http/openapi/schema-parts.ts';
import { EVENTS } from '../../http/openapi/tags.ts';
import { AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Now } from '../../http/route/services.ts';
import { sendUnkept } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { parseSeries, pluginOf } from '../../show/display/series.ts';
import { servedBy } from '../../show/display/served-by.ts';
import { seriesName } from '../../core/series-name.ts';
import { Boards } from '../boards/boards.ts';
import type { Board } from '../boards/board.ts';

const TILE = closed('A number of the board.', {
  plugin: text('Name of the plugin.'),
  item: orNull(text('Identity of the item; null where there are no items.')),
  field: text('Name of the field.'),
  size: oneOf(['small', 'wide'], 'Size of its tile.'),
  unit: UNIT_OF_SERIES,
  value: orNull(number('Latest value; null: not served at present.')),
  points: listOf(orNull(number()), { description: 'Samples of the last minutes, the oldest first.' }),
});
const WALL = closed('What a wall shows.', {
  now: moment('Time of the agent'),
  title: orNull(text('Title of the board; null: the verdict alone.')),
  state: oneOf(['ok', 'alerts', 'no-data'], 'As in `/api/verdict`.'),
  level: orNull(oneOf(LEVELS, 'Worst level; null: no value can be judged.')),
  quiet: integer('Number of alerts that are silenced.'),
  alerts: listOf(
    closed(
      'An alert, without its culprits.',
      {
        level: oneOf(LEVELS, 'Level of the alert.'),
        sentence: text('What is wrong, in words.'),
        said: SAID,
        since: orNull(moment('Its begin', 'unknown')),
      },
      ['said'],
    ),
    { description: 'The worst first.' },
  ),
  tiles: listOf(TILE),
});
export type Wall = TypeOf<typeof WALL>;

const MOST_POINTS = 300;
/** Their items are processes and programs, whose names a wall does not show. */
const UNSHOWN = new Set(['processlist', 'programlist']);

export const wallRoute = defineRoute({
  path: '/api/wall',
  access: 'viewer',
  keys: 'wall',
  uses: { agent: AgentParts, alerts: AlertBoard, boards: optional(Boards), now: Now },
  id: 'getWall',
  tag: EVENTS,
  summary: 'The verdict, or a board, for a wall',
  description:
    'For API keys with the scope `wall`, which see the board that the key names. No names of processes, no arguments, no addresses.',
  answer: WALL,
  says: 'What the wall shows.',
  example: {
    now: 1_795_824_000_000,
    title: 'Web shop',
    state: 'alerts',
    level: 'CRITICAL',
    quiet: 0,
    alerts: [{ level: 'CRITICAL', sentence: 'CPU at 98.0%', since: 1_795_824_000_000 }],
    tiles: [
      {
        plugin: 'cpu',
        item: null,
        field: 'total',
        size: 'wide',
        unit: 'percent',
        value: 98,
        points: [97, 98],
      },
    ],
  },
  refusals: { '404': 'UnknownName' },
  handler:
    ({ agent, alerts, boards, now }) =>
    async (request, reply) => {
      const name = request.identity?.board;
      const listed = name === undefined ? [] : ((await boards?.list())?.boards ?? []);
      const board = listed.find((one) => one.name === name) ?? null;
      if (name !== undefined && board === null) throw new ApiError(404, `There is no board ${name} any more`);
      const wanted = pluginsOf(board, agent.plugins);
      return whenSampled(
        agent,
        wanted.map(({ name }) => name),
        () =>
          sendUnkept(request, reply, {
            now: now(),
            title: board?.title ?? null,
            ...verdictOf(alerts.verdict()),
            tiles: board === null ? [] : tilesOf(board, wanted, agent),
          } satisfies Wall),
      );
    },
});

function verdictOf({
  state,
  level,
  counts,
  alerts,
}: MachineVerdict): Pick<Wall, 'state' | 'level' | 'quiet' | 'alerts'> {
  const loud = alerts.filter(({ silenced }) => !silenced);
  return {
    state,
    level,
    quiet: counts.silenced,
    alerts: loud.map(({ kind, level, sentence, said, since, plugin }) => ({
      level,
      // Sentences of kinds may name programs and units.
      ...(kind === null && !UNSHOWN.has(plugin)
        ? { sentence, ...(said && { said }) }
        : sentenceOf(named(kindTitle(kind ?? '') ?? 'An alert'))),
      since,
    })),
  };
}

function pluginsOf(board: Board | null, plugins: readonly Plugin[]): readonly Plugin[] {
  const names = new Set(board?.tiles.map(({ series }) => pluginOf(series)));
  return plugins.filter(({ name }) => names.has(name) && !UNSHOWN.has(name));
}

function tilesOf({ tiles }: Board, plugins: readonly Plugin[], { store }: AgentParts): Wall['tiles'] {
  return tiles.flatMap(({ series, size }): Wall['tiles'][number][] => {
    const plugin = plugins.find(({ name }) => name === pluginOf(series));
    if (plugin === undefined) return [];
    const latest = store.latest(plugin.name).value;
    const { field, item = null } = parseSeries(series, latest);
    const value = servedBy(latest)(item)[field];
    const fields = 'fields' in plugin ? (plugin.fields as Readonly<Record<string, { unit?: string }>>) : {};
    const { unit } = fields[field.replace(/_rate_per_sec$/, '')] ?? {};
    const points = store.history(plugin.name).window(MOST_POINTS).column(seriesName({ item, field })) ?? [];
    return [
      {
        plugin: plugin.name,
        item,
        field,
        size,
        unit: unit ?? null,
        value: typeof value === 'number' ? value : null,
        points: points.map((point) => point ?? null),
      },
    ];
  });
}
