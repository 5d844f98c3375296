/** The tables of a file: its series and metadata. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { DamageError } from '../format/damage.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import { parseAs, problemText } from '../../../core/files/state-file.ts';
import {
  closed,
  listOf,
  moment,
  numbers,
  oneOf,
  orNull,
  type Shape,
  text,
  tuple,
  type TypeOf,
} from '../../../core/shape.ts';
import { MOST_TABLE_BYTES } from './layout.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const PLUGIN_ENTRY = closed('The chunks of a plugin.', {
  plugin: text(),
  ...numbers('offset', 'fine', 'coarse'),
});
/** The chunks of a plugin: rows and coverage, or two tiers of coverage. Numbers as of an index entry. */
export type PluginEntry = TypeOf<typeof PLUGIN_ENTRY>;

const META = closed('The description of a file.', {
  kind: text(),
  start: moment('Start of the file'),
  sources: listOf(text(), { description: 'Names of its source files.' }),
  plugins: listOf(PLUGIN_ENTRY),
});
export type Meta = TypeOf<typeof META>;

/** Members of a series in this order. */
const NAMES = listOf(
  tuple<[string, string | null, string, SeriesInfo['kind'], string | null]>(
    [text(), orNull(text()), text(), oneOf(['gauge', 'rate']), orNull(text())],
    5,
  ),
);

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

export const unpackMeta = (bytes: Buffer): Promise<Meta> =>
  unpack(META, bytes, 'the description of the file');

export async function unpackNames(bytes: Buffer): Promise<SeriesTable> {
  const rows = await unpack(NAMES, bytes, 'the names of the series');
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

async function unpack<T>(shape: Shape<T>, bytes: Buffer, name: string): Promise<T> {
  const plain = await inflate(bytes, { maxOutputLength: MOST_TABLE_BYTES }).catch(() => {
    throw new DamageError('a table cannot be unpacked');
  });
  const { value, problems } = parseAs(shape)(plain.toString());
  if (value === null) throw new DamageError(`${name} is not whole: ${problemText(problems)}`);
  return value;
}
