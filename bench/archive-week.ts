/** A week of history on disk, and two days before it: twenty series with a value per minute, as after an import. */
import { ArchiveFolder } from '../src/history/archive/files/folder.ts';
import { ColumnCodec } from '../src/history/archive/format/column-codec.ts';
import { importRows, type PeriodRow } from '../src/history/archive/transfer/import.ts';
import { Slice } from '../src/core/slice.ts';
import { nodeDisk } from '../src/core/files/disk.ts';

const MINUTE = 60_000;
const DAYS = 9;
export const IDS = Array.from({ length: 20 }, (_, index) => `cpu/value_${index}`);

/** @param folder of an open archive; default: opened from the path */
export async function weekOnDisk(path: string, end = Date.now(), folder?: ArchiveFolder): Promise<void> {
  await importRows(rows(end), {
    folder: folder ?? (await ArchiveFolder.open(nodeDisk, path, () => {})),
    codec: new ColumnCodec(),
    describe: (plugin, field, item) => ({ plugin, item, field, kind: 'gauge', unit: null }),
    slice: new Slice({ ms: 50 }),
    now: end,
  });
}

async function* rows(end: number): AsyncGenerator<PeriodRow> {
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let time = end - DAYS * 24 * 60 * MINUTE; time < end; time += MINUTE)
    yield {
      time,
      until: time + MINUTE,
      values: new Map(IDS.map((id) => [id, Math.round(random() * 1000) / 10])),
    };
}
