/**
 * Layout of a `.gar` file. All numbers are little-endian:
 *
 *     "GANDAR1\n"
 *     chunks, each followed by its CRC-32
 *     meta: JSON, deflated        - the stretch, its parts, the plugins and where their chunks are
 *     names: JSON, deflated       - [plugin, item, field, kind, unit] of each series, sorted by id
 *     index: 24 bytes a series, in the order of the names
 *     footer: 40 bytes
 */
import { DamageError, NewerVersionError } from '../format/damage.ts';

export const MAGIC = Buffer.from('GANDAR1\n');
const MAGIC_FORM = /^GANDAR(\d)\n$/;
export const CRC_BYTES = 4;
export const INDEX_BYTES = 24;
export const FOOTER_BYTES = 40;
/** Bytes of the tables of 20,000 series with long names. */
export const MOST_TABLE_BYTES = 32 << 20;

/** A series in a file. */
export interface IndexEntry {
  /** Offsets of its chunks: fine, then coarse. */
  readonly offset: number;
  /** Bytes without CRC; 0: none. */
  readonly fine: number;
  readonly coarse: number;
  /** First and last value, milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
}

export interface Footer {
  readonly metaOffset: number;
  readonly metaBytes: number;
  readonly namesBytes: number;
  readonly series: number;
  readonly metaCrc: number;
  readonly namesCrc: number;
  readonly indexCrc: number;
}

/** Throws `NewerVersionError`, and `DamageError` for other files. */
export function checkMagic(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1');
  const [, version] = MAGIC_FORM.exec(text) ?? [];
  if (version === undefined) throw new DamageError('not a file of the archive');
  if (Number(version) > 1) throw new NewerVersionError(`a file of version ${version}`);
}

export function writeFooter(footer: Footer): Buffer {
  const bytes = Buffer.alloc(FOOTER_BYTES);
  const { metaOffset, metaBytes, namesBytes, series, metaCrc, namesCrc, indexCrc } = footer;
  [metaOffset, metaBytes, namesBytes, series, metaCrc, namesCrc, indexCrc].forEach((value, index) =>
    bytes.writeUInt32LE(value, index * 4),
  );
  MAGIC.copy(bytes, FOOTER_BYTES - MAGIC.length);
  return bytes;
}

/** Throws `DamageError` and `NewerVersionError`. */
export function readFooter(bytes: Buffer, fileBytes: number): Footer {
  checkMagic(bytes.subarray(FOOTER_BYTES - MAGIC.length));
  const at = (index: number): number => bytes.readUInt32LE(index * 4);
  const footer = {
    metaOffset: at(0),
    metaBytes: at(1),
    namesBytes: at(2),
    series: at(3),
    metaCrc: at(4),
    namesCrc: at(5),
    indexCrc: at(6),
  };
  const { metaOffset, metaBytes, namesBytes, series } = footer;
  const sum = metaOffset + metaBytes + namesBytes + series * INDEX_BYTES + FOOTER_BYTES;
  if (sum !== fileBytes || metaBytes + namesBytes > MOST_TABLE_BYTES)
    throw new DamageError('the footer does not fit the file');
  return footer;
}

export function writeIndexEntry(bytes: Buffer, at: number, entry: IndexEntry, start: number): void {
  bytes.writeUInt32LE(entry.offset, at);
  bytes.writeUInt32LE(entry.fine, at + 4);
  bytes.writeUInt32LE(entry.coarse, at + 8);
  bytes.writeUInt32LE(0, at + 12);
  bytes.writeUInt32LE(secondsSince(start, entry.first), at + 16);
  bytes.writeUInt32LE(secondsSince(start, entry.last), at + 20);
}

export const readIndexEntry = (bytes: Buffer, at: number, start: number): IndexEntry => ({
  offset: bytes.readUInt32LE(at),
  fine: bytes.readUInt32LE(at + 4),
  coarse: bytes.readUInt32LE(at + 8),
  first: start + bytes.readUInt32LE(at + 16) * 1000,
  last: start + bytes.readUInt32LE(at + 20) * 1000,
});

const secondsSince = (start: number, time: number): number => Math.max(0, Math.floor((time - start) / 1000));
