/** Writes a `.gar` file as a draft, which is renamed once all of it is on disk. */
import { constants } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Disk, DiskFile } from '../../../core/files/disk.ts';
import { syncFolder } from '../../../core/files/sync-folder.ts';
import { writeAll } from '../../../core/files/write-all.ts';
import type { Slice } from '../../../core/slice.ts';
import { ByteWriter } from '../format/byte-writer.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import { type FileName, formatName } from './file-name.ts';
import { INDEX_BYTES, type IndexEntry, MAGIC, writeFooter, writeIndexEntry } from './layout.ts';
import { compareIds, packMeta, packNames, type PluginEntry } from './tables.ts';

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
const DRAFT = '.new';
/** Bytes per write. */
const BATCH_BYTES = 48 << 10;

export const isDraft = (name: string): boolean => name.endsWith(DRAFT);

interface FileWriterSetup {
  disk: Disk;
  folder: string;
  name: FileName;
  /** Names of its source files. */
  sources: readonly string[];
  slice: Slice;
}

/** Size of the chunks of a plugin or series in bytes; null: none. */
interface Chunks {
  fine: (writer: ByteWriter) => void;
  coarse: ((writer: ByteWriter) => void) | null;
}

export class FileWriter {
  readonly #setup: FileWriterSetup;
  readonly #file: DiskFile;
  readonly #writer = new ByteWriter(BATCH_BYTES + (32 << 10));
  /** Bytes written so far. */
  #written = 0;
  readonly #plugins: PluginEntry[] = [];
  readonly #series: { id: string; info: SeriesInfo; entry: IndexEntry }[] = [];

  private constructor(setup: FileWriterSetup, file: DiskFile) {
    this.#setup = setup;
    this.#file = file;
    this.#writer.bytes(MAGIC);
  }

  /** Writes a file through `fill`; resolves with its size. Nothing is left if it rejects. */
  static async write(setup: FileWriterSetup, fill: (file: FileWriter) => Promise<void>): Promise<number> {
    const path = `${setup.folder}/${formatName(setup.name)}`;
    const draft = path + DRAFT;
    try {
      const file = await setup.disk.open(
        draft,
        O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK,
        0o600,
      );
      let bytes;
      try {
        const writer = new FileWriter(setup, file);
        await fill(writer);
        bytes = await writer.#finish();
        await file.datasync();
      } finally {
        await file.close();
      }
      await setup.disk.rename(draft, path);
      await syncFolder(setup.disk, setup.folder);
      return bytes;
    } catch (error) {
      await setup.disk.unlink(draft).catch(() => {
        // It was never made, or goes at the next start.
      });
      throw error;
    }
  }

  async addPlugin(plugin: string, chunks: Chunks): Promise<void> {
    this.#plugins.push({ plugin, ...(await this.#add(chunks)) });
  }

  async addSeries(
    info: SeriesInfo,
    chunks: Chunks,
    { first, last }: { first: number; last: number },
  ): Promise<void> {
    const entry = { ...(await this.#add(chunks)), first, last };
    this.#series.push({ id: seriesId(info), info, entry });
  }

  async #add({ fine, coarse }: Chunks): Promise<{ offset: number; fine: number; coarse: number }> {
    const offset = this.#written + this.#writer.length;
    const lengths = { fine: this.#chunk(fine), coarse: coarse === null ? 0 : this.#chunk(coarse) };
    if (this.#writer.length >= BATCH_BYTES) await this.#flush();
    else if (this.#setup.slice.isOver) await this.#setup.slice.next();
    return { offset, ...lengths };
  }

  #chunk(write: (writer: ByteWriter) => void): number {
    const writer = this.#writer;
    const start = writer.length;
    write(writer);
    const length = writer.length - start;
    writer.uint32(crc32(writer.view(start)));
    return length;
  }

  async #flush(): Promise<void> {
    const bytes = this.#writer.view();
    await writeAll(this.#file, bytes, this.#written);
    this.#written += bytes.length;
    this.#writer.clear();
    // A slice does not start in the turn in which a write ended.
    await this.#setup.slice.next();
  }

  /** Writes the tables; resolves with the size of the file. */
  async #finish(): Promise<number> {
    const { name, sources } = this.#setup;
    const sorted = this.#series.sort((a, b) => compareIds(a.id, b.id));
    const meta = await packMeta({ kind: name.kind, start: name.start, sources, plugins: this.#plugins });
    const names = await packNames(sorted.map(({ info }) => info));
    const index = Buffer.alloc(sorted.length * INDEX_BYTES);
    sorted.forEach(({ entry }, place) => writeIndexEntry(index, place * INDEX_BYTES, entry, name.start));
    const metaOffset = this.#written + this.#writer.length;
    const footer = writeFooter({
      metaOffset,
      metaBytes: meta.length,
      namesBytes: names.length,
      series: sorted.length,
      metaCrc: crc32(meta),
      namesCrc: crc32(names),
      indexCrc: crc32(index),
    });
    for (const part of [meta, names, index, footer]) this.#writer.bytes(part);
    await this.#flush();
    return this.#written;
  }
}
