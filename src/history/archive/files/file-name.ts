/** File names of an archive, with readable times in UTC. */

/** - `hour`: samples, and minutes made of them; `day`: minutes and hours; `month`: hours. */
export type FileKind = 'hour' | 'day' | 'month';

/** A file of one period. If the clock goes back, another generation of the same period is written. */
export interface FileName {
  readonly kind: FileKind;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly generation: number;
}

/** A log of samples not yet in an hour file. */
export interface LogName {
  readonly kind: 'head';
  readonly start: number;
  readonly generation: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const PATTERN = /^(head|hour|day|month)-(\d{4})(\d\d)(?:(\d\d)(?:T(\d\d))?)?(?:\.(\d{1,6}))?\.(gar|log)$/;
/** Length of the part of an ISO date that names a stretch. */
const PRECISION = { head: 13, hour: 13, day: 10, month: 7 } as const;

export function formatName({ kind, start, generation }: FileName | LogName): string {
  const date = new Date(start).toISOString().slice(0, PRECISION[kind]).replaceAll('-', '');
  const suffix = generation === 0 ? '' : `.${generation}`;
  return `${kind}-${date}${suffix}.${kind === 'head' ? 'log' : 'gar'}`;
}

/** Null for other files. */
export function parseName(name: string): FileName | LogName | null {
  const [, kind, year, month, day = '01', hour = '00', generation = '0'] = PATTERN.exec(name) ?? [];
  if (kind === undefined) return null;
  const parsed = {
    kind: kind as (FileName | LogName)['kind'],
    start: Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour)),
    generation: Number(generation),
  };
  return formatName(parsed) === name ? parsed : null;
}

/** Returns the end of a file's period, exclusive. */
export function endOf({ kind, start }: Pick<FileName | LogName, 'kind' | 'start'>): number {
  if (kind === 'day') return start + DAY_MS;
  if (kind !== 'month') return start + HOUR_MS;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Begin of the period of a moment. */
export function startOf(kind: FileKind, time: number): number {
  if (kind === 'hour') return Math.floor(time / HOUR_MS) * HOUR_MS;
  if (kind === 'day') return Math.floor(time / DAY_MS) * DAY_MS;
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
