/** Reads every byte of an archive and reports damage. */
import type { Slice } from '../../../core/slice.ts';
import type { ArchiveFile } from '../files/archive-file.ts';
import { formatName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import { DamageError } from '../format/damage.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { readLogFile } from '../write/head.ts';

interface ArchiveCheck {
  readonly files: number;
  readonly chunks: number;
  /** One sentence per damaged file. */
  readonly problems: readonly string[];
}

export async function checkArchive(
  folder: ArchiveFolder,
  codec: ColumnCodec,
  slice: Slice,
): Promise<ArchiveCheck> {
  const problems: string[] = [];
  let files = 0;
  let chunks = 0;
  for (const kind of ['hour', 'day', 'month'] as const) {
    for (const { name } of folder.list(kind)) {
      files += 1;
      const found = await folder.use(name, (file) => checkFile(file));
      if (found === null) problems.push(`${formatName(name)} cannot be read`);
      else if (found.damaged > 0)
        problems.push(`${formatName(name)}: ${found.damaged} of ${found.chunks} chunks are damaged`);
      chunks += found?.chunks ?? 0;
      if (slice.isOver) await slice.next();
    }
  }
  for (const name of folder.logs()) {
    files += 1;
    const content = await readLogFile(folder, name, codec, slice);
    const { size } = await folder.disk.stat(folder.pathOf(name));
    if (content !== null && content.end < size)
      problems.push(`${formatName(name)}: the last ${size - content.end} bytes are no whole record`);
  }
  return { files, chunks, problems };
}

async function checkFile(file: ArchiveFile): Promise<{ chunks: number; damaged: number }> {
  let [chunks, damaged] = [0, 0];
  const places = [...file.meta.plugins, ...file.table.ids.map((_, number) => file.entry(number))];
  for (const place of places) {
    for (const read of [file.fine, file.coarse]) {
      try {
        if ((await read(place)) !== null) chunks += 1;
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        chunks += 1;
        damaged += 1;
      }
    }
  }
  return { chunks, damaged };
}
