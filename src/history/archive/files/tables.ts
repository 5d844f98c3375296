/** The tables of a file: its series and metadata. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { DamageError } from '../format/damage.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import { MOST_TABLE_BYTES } from './layout.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The chunks of a plugin: rows and coverage, or two tiers of coverage. Numbers as of an index entry. */
export interface PluginEntry {
  readonly plugin: string;
  readonly offset: number;
  readonly fine: number;
  readonly coarse: number;
}

export interface Meta {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  /** Names of its source files. */
  readonly sources: readonly string[];
  readonly plugins: readonly PluginEntry[];
}

/** The series of a file, sorted by id. Files with the same names share one. */
export interface SeriesTable {
  readonly infos: readonly SeriesInfo[];
  readonly ids: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
}

export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const packMeta = (meta: Meta): Promise<Buffer> => deflate(JSON.stringify(meta));

export const packNames = (infos: readonly SeriesInfo[]): Promise<Buffer> =>
  deflate(
    JSON.stringify(infos.map(({ plugin, item, field, kind, unit }) => [plugin, item, field, kind, unit])),
  );

export async function unpackMeta(bytes: Buffer): Promise<Meta> {
  const meta = (await unpack(bytes)) as Partial<Meta>;
  if (typeof meta.start !== 'number' || !Array.isArray(meta.sources) || !Array.isArray(meta.plugins))
    throw new DamageError('the description of the file is not whole');
  return meta as Meta;
}

export async function unpackNames(bytes: Buffer): Promise<SeriesTable> {
  const rows = await unpack(bytes);
  if (!Array.isArray(rows)) throw new DamageError('the names of the series are not whole');
  const infos = rows.map(([plugin, item, field, kind, unit]): SeriesInfo => ({
    plugin,
    item,
    field,
    kind,
    unit,
  }));
  const ids = infos.map(seriesId);
  return { infos, ids, numbers: new Map(ids.map((id, number) => [id, number])) };
}

async function unpack(bytes: Buffer): Promise<unknown> {
  try {
    return JSON.parse((await inflate(bytes, { maxOutputLength: MOST_TABLE_BYTES })).toString());
  } catch {
    throw new DamageError('a table cannot be unpacked');
  }
}
