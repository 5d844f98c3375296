/** One column of many servers over time: from the hub's history on disk, else the last values that it has in memory. */
import { ApiProblem, type Client } from '../../api/client.ts';
import { lackOfHistory } from '../server-past.ts';
import type { Server } from '../../api/servers.ts';
import { t } from '../../../src/show/display/language.ts';

export interface FleetGrid {
  /** Milliseconds since 1970; of each value its end. */
  readonly times: readonly number[];
  /** By id of the server, as long as `times`; null: not known. */
  readonly rows: ReadonlyMap<string, readonly (number | null)[]>;
  /** Why it is not as long as was asked for; empty: it is. */
  readonly note: string;
}

export interface GridWish {
  /** Key of the column. */
  metric: string;
  /** Seconds. */
  span: number;
  /** Seconds between two of the values in memory. */
  refresh: number;
  /** Milliseconds since 1970 by the hub's clock. */
  now: number;
}

interface Answer {
  from: number;
  step: number;
  count: number;
  servers: Readonly<Record<string, Readonly<Record<string, { avg: readonly (number | null)[] } | null>>>>;
}

/** Servers of one request: their names have to fit into an address. */
const AT_ONCE = 50;
/** Times at most. */
const POINTS = 90;

export async function loadGrid(
  client: Client,
  servers: readonly Server[],
  wish: GridWish,
  signal: AbortSignal,
): Promise<FleetGrid> {
  // Of servers in a database the hub has a past in any case.
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
  // The same end for all of them, whatever time they take.
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

/** @param why there is nothing longer, as a sentence */
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
