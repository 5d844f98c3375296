/** `/api/history/export`: the history on disk as a file. */
import { text } from '../../core/shape.ts';
import { Readable } from 'node:stream';
import { alignRange } from '../past/ladder.ts';
import { listSeries } from '../archive/query/series-list.ts';
import { matcherOf } from '../past/series-pattern.ts';
import { exportText, type Format, FORMATS, recordedRange } from '../archive/transfer/export.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { placeOf } from '../../http/server/client.ts';
import { badRange } from '../../http/server/errors.ts';
import { inTime } from '../../http/server/in-time.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { choiceQuery, documentQuery, readQuery } from '../../http/route/query.ts';
import { orOff } from '../../core/parts/service.ts';
import { OwnArchive } from '../archive/own-archive.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Now } from '../../http/route/services.ts';
import { openedOf } from './opened-archive.ts';
import { MATCH_QUERY, ordered, spanQuery, stepQuery } from './range-query.ts';

const QUERY = {
  ...MATCH_QUERY,
  ...spanQuery('-1d'),
  step: stepQuery('Time between rows.', '1m'),
  format: choiceQuery('File format; openmetrics suits `promtool tsdb create-blocks-from`.', FORMATS, 'csv'),
};

const MOST_VALUES = 10_000_000;

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

export const exportRoute = defineRoute({
  path: '/api/history/export',
  access: 'viewer',
  uses: { archive: orOff(OwnArchive), now: Now },
  id: 'getHistoryExport',
  tag: EVERYTHING,
  summary: 'Export the history on disk',
  description: 'Averages, one row per step. Default range: the last day.',
  parameters: documentQuery(QUERY),
  type: 'text/csv',
  answer: text(),
  says: 'The file, with one column or member per series.',
  example: 'time,cpu/total\n2026-11-28T00:00:00.000Z,4.1\n',
  refusals: { '400': 'BadQuery', '503': 'NoArchive' },
  handler({ archive, now }) {
    // An export lasts as long as its client reads.
    const line = limiterOfLongRequests({ most: 4, mostOfOne: 2 });
    return async (request, reply) => {
      const { reading } = openedOf(archive, request);
      const query = ordered(readQuery(QUERY, request.query, now()));
      const { step, format } = query;
      const range = { ...alignRange(query.from, query.to, step), step };
      const matchers = query.match.map(matcherOf);
      await line.run(placeOf(request, reply), async () => {
        const series = (await listSeries(reading, range.from, range.to)).filter(
          ({ info }) => matchers.length === 0 || matchers.some((matches) => matches(info)),
        );
        const { from, to } = recordedRange(series, range);
        checkValues(series.length * ((to - from) / step));
        // At the pace of the client, and until it disconnects.
        const text = inTime(exportText(reading, series, range, format), () => reply.raw.destroy());
        const stream = Readable.from(text, { highWaterMark: 1 });
        void reply
          .header('content-type', TYPES[format])
          .header('content-disposition', `attachment; filename="gander-history.${format}"`)
          .send(stream);
        await new Promise((resolve) => stream.once('close', resolve));
      });
      return reply;
    };
  },
});

/** Throws an `ApiError`. */
function checkValues(values: number): void {
  if (values > MOST_VALUES)
    throw badRange(
      `The file would have ${Math.ceil(values)} values, and ${MOST_VALUES} are the most: ask for fewer series, a shorter range or a longer step`,
    );
}
