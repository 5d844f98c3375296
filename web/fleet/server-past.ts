/** Columns of a server over days and years, from the hub's archive, and their charts. Pure except for the request. */
import type { Client } from '../api/client.ts';
import type { ArchiveState } from '../api/archive.ts';
import type { Box } from './row-sparkline.ts';
import { t } from '../../src/show/display/language.ts';

type Values = readonly (number | null)[];

export interface PastColumn {
  readonly avg: Values;
  readonly min: Values;
  readonly max: Values;
}

export interface ServerPast {
  /** By key; null: unknown. */
  readonly columns: Readonly<Record<string, PastColumn | null>>;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

interface Answer extends Omit<ServerPast, 'columns'> {
  readonly servers: Readonly<Record<string, ServerPast['columns']>>;
}

/** Points of a chart: two pixels each. */
const POINTS = 120;

/** Why the hub has no archive, as a sentence; null: it has one. Throws `ApiProblem`. */
export async function lackOfHistory(client: Client, signal: AbortSignal): Promise<string | null> {
  const { fleet } = await client.get<{ fleet?: ArchiveState | null }>('api/archive', signal);
  if (fleet && fleet.state !== 'off' && fleet.state !== 'waiting' && fleet.state !== 'starting') return null;
  return t('This hub keeps no history on disk: {reason}.', {
    reason: fleet?.reason ?? fleet?.state ?? t('it is of an older version'),
  });
}

/** Resolves to a sentence if the hub has no archive or cannot read it. Throws `ApiProblem`. */
export async function askPast(
  client: Client,
  id: string,
  seconds: number,
  signal: AbortSignal,
): Promise<ServerPast | string> {
  const lack = await lackOfHistory(client, signal);
  if (lack !== null) return lack;
  const query = `server=${encodeURIComponent(id)}&from=-${seconds}s&points=${POINTS}`;
  const { servers, ...grid } = await client.get<Answer>(`api/servers/history/range?${query}`, signal);
  return { ...grid, columns: servers[id] ?? {} };
}

/** True if there is any value. */
export const isKnown = (column: PastColumn | null | undefined): column is PastColumn =>
  column?.avg.some((value) => value !== null) ?? false;

export interface Summary {
  readonly lowest: number;
  readonly highest: number;
  readonly average: number;
}

export function summaryOf({ avg, min, max }: PastColumn): Summary {
  const known = avg.filter((value) => value !== null);
  return {
    lowest: extreme(min, Math.min),
    highest: extreme(max, Math.max),
    average: known.reduce((sum, value) => sum + value, 0) / known.length,
  };
}

const extreme = (values: Values, of: (...values: number[]) => number): number =>
  of(...values.filter((value) => value !== null));

/** Path of the averages, with gaps. */
export const linePath = ({ avg }: PastColumn, top: number, box: Box): string =>
  runsOf(avg)
    .map((run) => `M${run.map((at) => pointAt(at, avg, top, box)).join('L')}${run.length === 1 ? 'h1' : ''}`)
    .join('');

/** Area from minimum to maximum. */
export const bandPath = ({ avg, min, max }: PastColumn, top: number, box: Box): string =>
  runsOf(avg)
    .map((run) => {
      const there = run.map((at) => pointAt(at, max, top, box));
      const back = run.toReversed().map((at) => pointAt(at, min, top, box));
      return `M${[...there, ...back].join('L')}Z`;
    })
    .join('');

/** Ranges in which a server was partly offline. */
export const downPath = ({ avg }: PastColumn, { width, height }: Box): string =>
  avg
    .flatMap((value, at) =>
      value !== null && value < 1
        ? [
            `M${((at * width) / avg.length).toFixed(1)} ${height}h${Math.max(1, width / avg.length).toFixed(1)}`,
          ]
        : [],
    )
    .join('');

function pointAt(at: number, values: Values, top: number, { width, height }: Box): string {
  const share = Math.min(1, Math.max(0, (values[at] ?? 0) / top));
  return `${(((at + 0.5) * width) / values.length).toFixed(1)} ${(height - 1 - share * (height - 2)).toFixed(1)}`;
}

/** Indexes of runs of values. */
function runsOf(values: Values): number[][] {
  const runs: number[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  });
  return runs;
}
