/** Finds the begin of the history, since files start with their hour, day or month. */
import type { Slice } from '../../../core/slice.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { readLogFile } from '../write/head.ts';

const KINDS = ['month', 'day', 'hour'] as const;

/** Time of the oldest value; null: none. Never rejects. */
export async function oldestSample(
  folder: ArchiveFolder,
  codec: ColumnCodec,
  slice: Slice,
): Promise<number | null> {
  const [file] = KINDS.flatMap((kind) => folder.list(kind).map(({ name }) => name)).sort(
    (a, b) => a.start - b.start,
  );
  const [log] = folder.logs();
  if (file !== undefined && (log === undefined || file.start <= log.start)) {
    const first = await folder.use(file, async ({ table, entry }) =>
      table.ids.reduce((least, _, number) => Math.min(least, entry(number).first), Infinity),
    );
    return first === null || first === Infinity ? file.start : first;
  }
  if (log === undefined) return null;
  // A newer version may have written it.
  const content = await readLogFile(folder, log, codec, slice).catch(() => null);
  const times = content?.plugins.flatMap((plugin) => content.rowsOf(plugin).times[0] ?? []) ?? [];
  return times.length === 0 ? null : Math.min(...times);
}
