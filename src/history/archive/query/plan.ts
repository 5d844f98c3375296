/** Plans which files a query reads. */
import { endOf, type FileKind, type FileName, parseName } from '../files/file-name.ts';
import { type ArchiveFolder, overlaps } from '../files/folder.ts';
import type { TierName } from '../tiers/tier.ts';
import { clip, type Span, subtract } from './spans.ts';
import { groupBy } from '../../../core/group-by.ts';

/** A part of the range and its files; on overlap, the last file wins. */
export interface Piece {
  readonly names: readonly FileName[];
  readonly tier: TierName;
  readonly spans: readonly Span[];
}

/** Sources of a tier: its own, then finer, then coarser ones for the rest. */
const SOURCES: Readonly<Record<TierName, readonly (readonly [FileKind, TierName])[]>> = {
  samples: [
    ['hour', 'samples'],
    ['day', 'minutes'],
    ['month', 'hours'],
  ],
  minutes: [
    ['day', 'minutes'],
    ['hour', 'minutes'],
    ['month', 'hours'],
  ],
  hours: [
    ['month', 'hours'],
    ['day', 'hours'],
    ['hour', 'minutes'],
  ],
};

/** Returns the pieces of a range in time order. */
export async function planRange(
  folder: ArchiveFolder,
  { from, to, tier }: { from: number; to: number; tier: TierName },
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let rest: Span[] = [[from, to]];
  for (const [kind, of] of SOURCES[tier]) {
    const taken: Span[] = [];
    for (const names of generations(folder, kind, from, to)) {
      const extents = (await Promise.all(names.map((name) => extentOf(folder, name)))).flat();
      const spans = extents.length === 0 ? [] : inside(rest, extents);
      if (spans.length > 0) pieces.push({ names, tier: of, spans });
      taken.push(...extents);
    }
    rest = subtract(rest, taken);
  }
  return pieces.sort((a, b) => startOf(a) - startOf(b));
}

const startOf = ({ spans }: Piece): number => (spans[0] as Span)[0];

/** Returns the parts of the spans within any of the extents. */
const inside = (spans: readonly Span[], extents: readonly Span[]): Span[] =>
  subtract(spans, subtract(spans, extents));

/** Files of a kind in a range, grouped by period. */
function generations(folder: ArchiveFolder, kind: FileKind, from: number, to: number): FileName[][] {
  const names = folder.list(kind).flatMap(({ name }) => (overlaps(name, from, to) ? [name] : []));
  return [...groupBy(names, ({ start }) => start).values()];
}

/** Returns the parts covered by a file: a day may have been merged early. */
async function extentOf(folder: ArchiveFolder, name: FileName): Promise<Span[]> {
  if (name.kind === 'hour') return [[name.start, endOf(name)]];
  const sources = await folder.use(name, async ({ meta }) => meta.sources);
  return (sources ?? []).flatMap((text): Span[] => {
    const source = parseName(text);
    return source === null ? [] : clip([[source.start, endOf(source)]], name.start, endOf(name));
  });
}
