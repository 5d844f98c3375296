/** Reads a `.gar` file: tables on opening, chunks on demand. */
import { constants } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Disk, DiskFile } from '../../../core/files/disk.ts';
import { DamageError } from '../format/damage.ts';
import {
  checkMagic,
  CRC_BYTES,
  FOOTER_BYTES,
  INDEX_BYTES,
  type IndexEntry,
  MAGIC,
  readFooter,
  readIndexEntry,
} from './layout.ts';
import { type Meta, type PluginEntry, type SeriesTable, unpackMeta, unpackNames } from './tables.ts';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const MOST_CHUNK_BYTES = 4 << 20;

/** Location of a chunk of a plugin or series. */
type Place = Pick<IndexEntry, 'offset' | 'fine' | 'coarse'>;

export interface ArchiveFile {
  readonly meta: Meta;
  readonly table: SeriesTable;
  /** Memory use in bytes, without the table. */
  readonly memory: number;
  /** By series number in the table. */
  entry(number: number): IndexEntry;
  plugin(name: string): PluginEntry | undefined;
  /** Null when there is none. Rejects with `DamageError`. */
  fine(place: Place): Promise<Buffer | null>;
  coarse(place: Place): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Tables of names by the CRC and length of their packed form. */
export type TableCache = Map<string, SeriesTable>;

/** Rejects with `DamageError`, `NewerVersionError` and system errors. */
export async function openArchiveFile(disk: Disk, path: string, tables: TableCache): Promise<ArchiveFile> {
  const file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { size } = await file.stat();
    if (size < MAGIC.length + FOOTER_BYTES) throw new DamageError('the file is too short');
    checkMagic(await readAll(file, MAGIC.length, 0));
    const footer = readFooter(await readAll(file, FOOTER_BYTES, size - FOOTER_BYTES), size);
    const { metaBytes, namesBytes, series } = footer;
    const tail = await readAll(file, metaBytes + namesBytes + series * INDEX_BYTES, footer.metaOffset);
    const meta = tail.subarray(0, metaBytes);
    const names = tail.subarray(metaBytes, metaBytes + namesBytes);
    // A copy, so that the packed tables can be freed.
    const index = Buffer.from(tail.subarray(metaBytes + namesBytes));
    if (
      crc32(meta) !== footer.metaCrc ||
      crc32(names) !== footer.namesCrc ||
      crc32(index) !== footer.indexCrc
    )
      throw new DamageError('the tables of the file are damaged');
    const key = `${footer.namesCrc}.${namesBytes}`;
    const table = tables.get(key) ?? (await unpackNames(names));
    if (table.infos.length !== series) throw new DamageError('the index does not fit the names');
    tables.set(key, table);
    return readerOf(file, await unpackMeta(meta), table, index);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function readerOf(file: DiskFile, meta: Meta, table: SeriesTable, index: Buffer): ArchiveFile {
  const plugins = new Map(meta.plugins.map((entry) => [entry.plugin, entry]));
  return {
    meta,
    table,
    memory: index.length,
    entry: (number) => readIndexEntry(index, number * INDEX_BYTES, meta.start),
    plugin: (name) => plugins.get(name),
    fine: ({ offset, fine }) => readChunk(file, offset, fine),
    coarse: ({ offset, fine, coarse }) => readChunk(file, offset + fine + CRC_BYTES, coarse),
    close: () => file.close(),
  };
}

async function readChunk(file: DiskFile, offset: number, length: number): Promise<Buffer | null> {
  if (length === 0) return null;
  if (length > MOST_CHUNK_BYTES) throw new DamageError('a chunk is too long');
  const bytes = await readAll(file, length + CRC_BYTES, offset);
  const chunk = bytes.subarray(0, length);
  if (crc32(chunk) !== bytes.readUInt32LE(length)) throw new DamageError('a chunk is damaged');
  return chunk;
}

async function readAll(file: DiskFile, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new DamageError('the file ends too early');
    done += bytesRead;
  }
  return bytes;
}
