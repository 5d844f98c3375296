/** The newest points of a host from a database, like those in an agent's memory. */
import { alignRange } from '../../../history/past/ladder.ts';
import { render } from '../../../http/body/render.ts';
import { tooManySeries } from '../../../http/server/errors.ts';
import { parseHistoryQuery } from '../../../history/routes/history-query.ts';
import { newestPieces } from '../../../history/routes/history-route.ts';
import type { PastRequest } from '../../../history/routes/past-replies.ts';

/** Default points of a sparkline. */
const USUAL_POINTS = 240;
/** Each is its own query. */
const MOST_SERIES = 800;

/** Returns the reply of `/api/history`. */
export async function newestOf({ past, asked, now, registry }: PastRequest): Promise<Buffer> {
  const query = parseHistoryQuery(
    asked,
    registry.map(({ name }) => name),
  );
  const { series, total, count } = query;
  if (total > MOST_SERIES) throw tooManySeries(MOST_SERIES, total);
  const step = past.pace;
  const points = Math.min(count === 0 ? USUAL_POINTS : count, USUAL_POINTS);
  const { from, to } = alignRange(now - points * step, now, step);
  const ids = [...series].flatMap(([plugin, names]) => [...names].map((name) => `${plugin}/${name}`));
  const columns = new Map<string, number[] | null>();
  for await (const found of past.range(ids, { from, to, step, hasBand: false }))
    columns.set(ids[columns.size] ?? '', found && [...found.bins.avg]);
  const times = Array.from({ length: Math.round((to - from) / step) }, (_, row) => from + (row + 1) * step);
  const windowOf = (plugin: string) => ({
    times,
    column: (name: string) => columns.get(`${plugin}/${name}`) ?? null,
  });
  return render(newestPieces(query, windowOf), past.slice);
}
