/** Bytes of a sample of a recorded machine: the file of an hour, and its columns beside varint differences with deflate. */
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { ArchiveFile } from '../../src/history/archive/files/archive-file.ts';
import { ArchiveFolder } from '../../src/history/archive/files/folder.ts';
import { ByteWriter } from '../../src/history/archive/format/byte-writer.ts';
import { ColumnCodec } from '../../src/history/archive/format/column-codec.ts';
import { exponentOf, POWERS_OF_TEN } from '../../src/history/archive/format/decimal.ts';
import { rowsIn, samplesIn } from '../../src/history/archive/tiers/read-points.ts';
import { nodeDisk } from '../../src/core/files/disk.ts';
import { digits, type Measure } from '../figure.ts';

const HOSTS = join(import.meta.dirname, '../hosts');

interface Sizes {
  samples: number;
  own: number;
  peer: number;
}

export const measureRecorded: Measure = async () => {
  const folder = await ArchiveFolder.read(nodeDisk, HOSTS, (_, text) => {
    throw new Error(text);
  });
  const [file] = folder.list('hour');
  const sizes = file && (await folder.use(file.name, (hour) => sizesOf(hour)));
  await folder.close();
  if (!file || !sizes) throw new Error(`there is no recorded hour in ${HOSTS}`);
  const { samples, own, peer } = sizes;
  return [
    {
      name: 'History on disk, bytes a sample of a recorded machine at work',
      value: `${digits(own / samples)} (${digits(own / peer)} × peer)`,
      peer: `varint differences and deflate: ${digits(peer / samples)}`,
      reach: '≤ 0.7, ≤ 1 × peer',
      isReached: own <= 0.7 * samples && own <= peer,
    },
    {
      name: 'History on disk, the same with minutes, names and index of its file',
      value: digits(file.bytes / samples),
      peer: 'doubles alone: 8',
      reach: '≤ 1',
      isReached: file.bytes <= samples,
    },
  ];
};

async function sizesOf(file: ArchiveFile): Promise<Sizes> {
  const codec = new ColumnCodec();
  const [own, plain] = [new ByteWriter(), new ByteWriter()];
  const sizes: Sizes = { samples: 0, own: 0, peer: 0 };
  for (const [number, { plugin }] of file.table.infos.entries()) {
    const values = await samplesIn(file, codec, number, await rowsIn(file, codec, plugin));
    if (values === null) continue;
    const present = values.filter((value) => !Number.isNaN(value));
    sizes.samples += present.length;
    own.clear();
    codec.write(own, values, values.length);
    sizes.own += own.length;
    plain.clear();
    writeDifferences(plain, present);
    sizes.peer += deflateRawSync(plain.view()).length;
  }
  return sizes;
}

/** Whole numbers of a common power of ten, otherwise doubles. Gaps cost the peer nothing. */
function writeDifferences(writer: ByteWriter, values: Float64Array): void {
  const exponent = exponentOf(values, values.length);
  let last = 0;
  for (const value of values) {
    if (exponent === -1) writer.double(value);
    else {
      const whole = Math.round(value * (POWERS_OF_TEN[exponent] as number));
      writer.signed(whole - last);
      last = whole;
    }
  }
}
