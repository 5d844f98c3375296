/** Recorded series: which there are, their course, and the same of several servers. */
import { isNumber } from '../../../core/members.ts';
import { spreadOf } from '../../../explain/statistics.ts';
import { MATCH_QUERY, spanQuery } from '../../../history/routes/range-query.ts';
import { describedAs, flag, listOf, number, orNull, text } from '../../../core/shape.ts';
import { integerQuery, listQuery, textQuery } from '../../../http/route/query.ts';
import { type Asker, AskError, askerOf, rowsIn, serversOf, withQuery } from '../asker.ts';
import { timeText } from '../plain.ts';
import { defineTool, entries } from '../tool.ts';

type Values = readonly (number | null)[];
const NUMBERS = listOf(orNull(number()));

export const findSeries = defineTool({
  name: 'find_series',
  title: 'Find series',
  description:
    'Finds the ids of recorded series for the tools history and compare_hosts, by words or by a pattern such as network/*/bytes_recv_rate_per_sec.',
  input: {
    q: textQuery('Words that must all occur in the id: disk write.', { maxLength: 200 }),
    ...MATCH_QUERY,
    ...spanQuery('-1d'),
  },
  output: {
    series: entries('Series.', {
      id: text('Its id.'),
      unit: orNull(text('Unit of its values.')),
      kind: text('gauge, or rate: per second.'),
      live: flag('Whether it is sampled now.'),
    }),
  },
  lists: ['series'],
  limit: 40,
  async run({ get, args: { q, match, from, to } }) {
    const found = rowsIn(await get(withQuery('/api/history/series', { match, from, to })));
    const wanted = (q ?? '').toLowerCase().split(/\s+/);
    return {
      series: found
        .filter(({ id }) => wanted.every((word) => String(id).toLowerCase().includes(word)))
        .map(({ id, unit, kind, live }) => ({ id, unit, kind, live })),
    };
  },
});

const MOST_POINTS = 200;
const WEEK_MS = 7 * 86_400_000;

interface Course {
  readonly from: number;
  readonly step: number;
  readonly series: Readonly<
    Record<string, { readonly unit: string | null; readonly avg: Values; readonly max: Values } | null>
  >;
}

const courseOf = async (
  { get }: Pick<Asker, 'get'>,
  query: { series: readonly string[]; from: number; to: number; points: number },
): Promise<Course> => {
  const found = await get(withQuery('/api/history/range', { ...query, agg: 'avg,max' }));
  return { series: {}, ...(found as object) } as Course;
};

/** Nine of ten values lie between both; null: there are none. */
function usualOf(values: Values): [number, number] | null {
  const spread = spreadOf(values.filter(isNumber));
  return spread && [spread.low, spread.high];
}

export const history = defineTool({
  name: 'history',
  title: 'Course of series',
  description:
    'Shows the course of up to ten series, each beside its usual range of the week before. Find ids with find_series; the most common are cpu/total, mem/percent, load/min5.',
  input: {
    series: listQuery('Ids of series.', { most: 10, maxLength: 300, required: true, example: ['cpu/total'] }),
    ...spanQuery('-1h'),
    points: integerQuery('Points of each series.', { minimum: 10, maximum: MOST_POINTS, fallback: '30' }),
  },
  output: {
    from: orNull(text('Time of the first point.')),
    step_seconds: number('Time between two points.'),
    series: entries('Series.', {
      id: text('Its id.'),
      unit: orNull(text('Unit; null: it has none.')),
      usual: orNull(NUMBERS, 'Nine of ten values of the week before lie between both; null: not recorded.'),
      highest: orNull(number('Highest sample.')),
      values: describedAs(NUMBERS, 'Averages, oldest first; null: not measured.'),
    }),
    unknown: listOf(text(), { description: 'Ids of which nothing is recorded.' }),
  },
  lists: ['series', 'unknown'],
  limit: 10,
  link: ({ series: [first = ''], from, to }) =>
    `#chart=${encodeURI(first)}&at=${Math.round((from + to) / 2)}`,
  async run({ get, args: { series, from, to, points } }) {
    const found = await courseOf({ get }, { series, from, to, points });
    const before = await courseOf(
      { get },
      { series, from: Math.max(0, from - WEEK_MS), to: from, points: 168 },
    );
    const known = series.flatMap((id) => {
      const one = found.series[id];
      return one ? [{ id, ...one }] : [];
    });
    return {
      from: timeText(found.from),
      step_seconds: found.step / 1000,
      series: known.map(({ id, unit, avg, max }) => ({
        id,
        unit,
        usual: usualOf(before.series[id]?.avg ?? []),
        highest: highestOf(max),
        values: avg.slice(-MOST_POINTS),
      })),
      unknown: series.filter((id) => !found.series[id]),
    };
  },
});

const highestOf = (values: Values): number | null =>
  values.reduce((most: number | null, one) => (one !== null && one > (most ?? -Infinity) ? one : most), null);

const MOST_COMPARED = 20;
const AT_ONCE = 4;

export const compareHosts = defineTool({
  name: 'compare_hosts',
  title: 'Compare servers',
  description:
    'Compares one series of several servers of a hub over a time: mean, highest and latest value of each, the highest first.',
  input: {
    series: textQuery('Id of the series.', { maxLength: 300, required: true, example: 'cpu/total' }),
    hosts: listQuery(`Ids or names of servers, from the tool hosts; default: the first ${MOST_COMPARED}.`, {
      most: MOST_COMPARED,
      maxLength: 255,
    }),
    ...spanQuery('-1h'),
  },
  output: {
    hosts: entries('Servers.', {
      host: text('Id or name.'),
      mean: orNull(number('Mean; null: nothing is recorded.')),
      highest: orNull(number('Highest sample.')),
      latest: orNull(number('Latest value.')),
      unit: orNull(text('Unit.')),
      problem: orNull(text('Why it is not known.')),
    }),
  },
  lists: ['hosts'],
  limit: MOST_COMPARED,
  isForAll: true,
  async run({ asked, args: { series, hosts, from, to } }) {
    if (series === null) throw new AskError('series is missing: the tool find_series finds ids');
    const servers = await serversOf(asked);
    if (servers === null)
      throw new AskError('This server watches no others: the tool history shows its own series');
    const names = hosts.length > 0 ? hosts : servers.slice(0, MOST_COMPARED).map(({ id }) => String(id));
    const rows: Compared[] = [];
    const waiting = [...names];
    const work = async (): Promise<void> => {
      for (let host = waiting.shift(); host !== undefined; host = waiting.shift())
        rows.push(await comparedOf(asked, host, { series: [series], from, to, points: 30 }));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { hosts: rows.sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity)) };
  },
});

interface Compared {
  readonly host: string;
  readonly mean: number | null;
  readonly highest: number | null;
  readonly latest: number | null;
  readonly unit: string | null;
  readonly problem: string | null;
}

const UNKNOWN = { mean: null, highest: null, latest: null, unit: null };

/** A server that does not answer is a row with the reason. */
async function comparedOf(
  asked: Asker,
  host: string,
  query: Parameters<typeof courseOf>[1],
): Promise<Compared> {
  try {
    const found = (await courseOf(await askerOf(asked, host), query)).series[query.series[0] ?? ''];
    const values = (found?.avg ?? []).filter(isNumber);
    if (!found || values.length === 0) return { host, ...UNKNOWN, problem: 'nothing is recorded' };
    const mean = values.reduce((total, one) => total + one, 0) / values.length;
    const latest = values.at(-1) ?? null;
    return { host, mean, highest: highestOf(found.max), latest, unit: found.unit, problem: null };
  } catch (error) {
    if (error instanceof AskError) return { host, ...UNKNOWN, problem: error.message };
    throw error;
  }
}
