/** Client of the archive: the routes below `api/history/`. */
import type { ArchiveReport } from '../../src/history/routes/archive-route.ts';
import type { PastMoment, TopPrograms } from '../../src/history/routes/moment-routes.ts';
import type { ListedEvents } from '../../src/history/routes/past-events.ts';
import type { PastSeries } from '../../src/history/routes/range-routes.ts';
import { ApiProblem, type Client } from './client.ts';
import { inParts, inQuery } from './history.ts';
import { t } from '../../src/show/display/language.ts';

export type { PastEvent } from '../../src/history/routes/range-schemas.ts';
export type { ListedEvents, PastMoment, PastSeries, TopPrograms };
export type ArchiveState = Pick<ArchiveReport, 'state' | 'reason' | 'notice' | 'oldest' | 'notes_refused'>;
export type Program = TopPrograms['cpu'][number];

type Column = readonly (number | null)[];

/** A series on a regular grid; null is a gap. */
export interface PastColumns {
  readonly avg: Column;
  readonly min: Column;
  readonly max: Column;
}

/** Row i is at `from + i × step`, in milliseconds. */
export interface PastRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly tier: 'samples' | 'minutes' | 'hours';
  readonly count: number;
  /** Begin of the archive; null: empty. */
  readonly oldest: number | null;
  /** Null: unknown in this range. */
  readonly series: Readonly<Record<string, PastColumns | null>>;
  readonly shifted?: Readonly<Record<string, PastColumns | null>>;
}

export interface RangeWish {
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
  /** Seconds; 0 for none. */
  readonly shift?: number;
}

/** An archive can be read; false while unknown. */
export const isKept = (archive: ArchiveState | null): boolean =>
  archive !== null && archive.state !== 'off' && archive.state !== 'starting';

/** Why no archive is written, and what is unusual in it, as sentences; empty where neither is, or both are unknown. */
export function archiveWarnings(archive: ArchiveState | null): string {
  const { state = 'starting', reason, notice } = archive ?? {};
  const unwritten =
    state !== 'ok' &&
    state !== 'starting' &&
    t('No history is written to disk: {reason}.', { reason: reason ?? state });
  return [unwritten, notice].filter(Boolean).join(' ');
}
/** An enabled archive of a running agent writes nothing, or has files that need attention. */
export const isArchiveTroubled = (archive: ArchiveState | null): boolean =>
  ['paused', 'full', 'failing', 'waiting'].includes(archive?.state ?? 'ok') ||
  (archive?.notice ?? null) !== null;

/** All throw {@link ApiProblem}. */
export interface ArchiveClient {
  /** @param onPart receives the number of completed requests */
  range(
    wish: RangeWish,
    signal: AbortSignal,
    onPart?: (done: number, of: number) => void,
  ): Promise<PastRange>;
  events(from: number, to: number, signal?: AbortSignal): Promise<ListedEvents>;
  series(from: number, to: number, match: string): Promise<readonly PastSeries[]>;
  moment(at: number, signal?: AbortSignal): Promise<PastMoment>;
  top(at: number, signal?: AbortSignal): Promise<TopPrograms | null>;
  state(): Promise<ArchiveState>;
  addNote(time: number, text: string, tags: readonly string[]): Promise<void>;
  removeNote(id: number): Promise<void>;
}

/** Years of many series take longer than other replies. */
const TIMEOUT_MS = 60_000;
/** Series per request: few enough to show progress. */
const TOGETHER = 25;

export function createArchiveClient(client: Client): ArchiveClient {
  const get = <T>(path: string, signal?: AbortSignal): Promise<T> => client.get<T>(path, signal, TIMEOUT_MS);
  return {
    async range({ ids, from, to, points, shift = 0 }, signal, onPart) {
      const query = `from=${Math.round(from)}&to=${Math.round(to)}&points=${points}${shift > 0 ? `&shift=${shift}s` : ''}`;
      const parts = inParts(ids, TOGETHER);
      let done = 0;
      const answers = await Promise.all(
        parts.map(async (part) => {
          const answer = await get<PastRange>(
            `api/history/range?${part.map(inQuery).join('&')}&${query}`,
            signal,
          );
          done += 1;
          onPart?.(done, parts.length);
          return answer;
        }),
      );
      const [first] = answers;
      if (first === undefined) throw new ApiProblem(0, t('No series were asked for'));
      const merged = answers.map(({ series, shifted }) => ({ series, shifted }));
      return {
        ...first,
        series: Object.assign({}, ...merged.map(({ series }) => series)) as PastRange['series'],
        ...(shift > 0 && {
          shifted: Object.assign({}, ...merged.map(({ shifted }) => shifted)) as PastRange['series'],
        }),
      };
    },
    events: (from, to, signal) =>
      get(`api/history/events?from=${Math.round(from)}&to=${Math.round(to)}`, signal),
    series: (from, to, match) =>
      get(
        `api/history/series?from=${Math.round(from)}&to=${Math.round(to)}&match=${encodeURIComponent(match)}`,
      ),
    moment: (at, signal) => get(`api/history/moment?at=${Math.round(at)}`, signal),
    top: (at, signal) => get(`api/history/top?at=${Math.round(at)}`, signal),
    state: () => client.get<ArchiveState>('api/archive'),
    async addNote(time, text, tags) {
      await client.post('api/history/notes', { time: Math.round(time), text, tags });
    },
    async removeNote(id) {
      await client.open(`api/history/notes/${id}`, { method: 'DELETE' });
    },
  };
}
