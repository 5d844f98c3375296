/** The tiers of an archive and their places in its files. */
import type { ArchiveFile } from '../files/archive-file.ts';
import { DAY_MS, endOf, type FileKind, type FileName, HOUR_MS } from '../files/file-name.ts';

export const MINUTE_MS = 60_000;

export type TierName = 'samples' | 'minutes' | 'hours';
/** A tier of points: averages and extremes. */
export type PointTier = Exclude<TierName, 'samples'>;

/** Width of a point. */
export const POINT_MS: Readonly<Record<PointTier, number>> = { minutes: MINUTE_MS, hours: HOUR_MS };

/** File kinds: each is merged from the coarse parts of smaller ones. */
export const PARTS: Readonly<Record<FileKind, { fine: TierName; coarse: PointTier | null }>> = {
  hour: { fine: 'samples', coarse: 'minutes' },
  day: { fine: 'minutes', coarse: 'hours' },
  month: { fine: 'hours', coarse: null },
};

/** Points of a tier in a file of that name. */
export const pointsIn = (name: Pick<FileName, 'kind' | 'start'>, tier: PointTier): number =>
  Math.round((endOf(name) - name.start) / POINT_MS[tier]);

/** Returns the part of a file with a tier; null if there is none. */
export function partWithTier(kind: FileKind, tier: TierName): 'fine' | 'coarse' | null {
  if (PARTS[kind].fine === tier) return 'fine';
  return PARTS[kind].coarse === tier ? 'coarse' : null;
}

/** Reads the part of a plugin or series. */
export const readPart = (
  file: ArchiveFile,
  part: 'fine' | 'coarse',
  place: Parameters<ArchiveFile['fine']>[0],
): Promise<Buffer | null> => (part === 'fine' ? file.fine(place) : file.coarse(place));

export { DAY_MS, HOUR_MS };
