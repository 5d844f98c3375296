/** One column of many servers over time, from the hub's archive or its memory. */
import { ApiProblem, type Client } from '../../api/client.ts';
import { lackOfHistory } from '../server-past.ts';
import type { Server } from '../../api/servers.ts';
import { t } from '../../../src/show/display/language.ts';

export interface FleetGrid {
  /** End of each value, Unix milliseconds. */
  readonly times: readonly number[];
  /** By server id, same length as `times`; null: unknown. */
  readonly rows: ReadonlyMap<string, readonly (number | null)[]>;
  /** Why it is shorter than requested; empty: it is not. */
  readonly note: string;
}

export interface GridWish {
  /** Key of the column. */
  metric: string;
  /** Seconds. */
  span: number;
  /** Interval of values in memory, in seconds. */
  refresh: number;
  /** Unix milliseconds on the hub's clock. */
  now: number;
}

interface Answer {
  from: number;
  step: number;
  count: number;
  servers: Readonly<Record<string, Readonly<Record<string, { avg: readonly (number | null)[] } | null>>>>;
}

/** Servers per request: their names must fit into a URL. */
const AT_ONCE = 50;
/** Limit of times. */
const POINTS = 90;

export async function loadGrid(
  client: Client,
  servers: readonly Server[],
  wish: GridWish,
  signal: AbortSignal,
): Promise<FleetGrid> {
  // Servers in a database always have a history.
  const isStored = servers.some(({ type }) => type === 'STORED');
  const lack = isStored ? null : await lackOfHistory(client, signal);
  if (lack !== null) return fromMemory(servers, wish, lack);
  try {
    return await fromDisk(client, servers, wish, signal);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status === 0 || error.status === 401) throw error;
    return fromMemory(servers, wish, `${error.message}.`);
  }
}

async function fromDisk(
  client: Client,
  servers: readonly Server[],
  { metric, span, now }: GridWish,
  signal: AbortSignal,
): Promise<FleetGrid> {
  const rows = new Map<string, readonly (number | null)[]>();
  let times: number[] = [];
  // The same end for all requests.
  const to = new Date(now).toISOString();
  for (let at = 0; at < servers.length; at += AT_ONCE) {
    const some = servers.slice(at, at + AT_ONCE);
    const ids = some.map(({ id }) => `server=${encodeURIComponent(id)}`).join('&');
    const from = new Date(now - span * 1000).toISOString();
    const query = `${ids}&column=${encodeURIComponent(metric)}&from=${from}&to=${to}&points=${POINTS}`;
    const answer = await client.get<Answer>(`api/servers/history/range?${query}`, signal);
    times = Array.from({ length: answer.count }, (_, row) => answer.from + (row + 1) * answer.step);
    for (const { id } of some) rows.set(id, answer.servers[id]?.[metric]?.avg ?? times.map(() => null));
  }
  return { times, rows, note: '' };
}

/** @param why nothing longer is available, as a sentence */
function fromMemory(servers: readonly Server[], { metric, refresh, now }: GridWish, why: string): FleetGrid {
  const recents = servers.map(({ id, values }) => [id, values[metric]?.recent ?? []] as const);
  const count = Math.max(0, ...recents.map(([, recent]) => recent.length));
  return {
    times: Array.from({ length: count }, (_, at) => now - (count - 1 - at) * refresh * 1000),
    rows: new Map(
      recents.map(([id, recent]) => [id, [...Array<null>(count - recent.length).fill(null), ...recent]]),
    ),
    note: t('The last {count} values. {why}', { count, why }),
  };
}
