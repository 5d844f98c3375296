import snappy from 'snappyjs';
import { describe, expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../../test/support/exporter-opening.ts';
import { httpSink, type SinkReply } from '../../../../test/support/http-sink.ts';
import { type Family, labelSet } from '../../metrics/family.ts';
import type { DeliveryVerdict } from '../../../net/deliver/verdict.ts';
import type { Cycle } from '../exporter.ts';
import { parseV2, toV1 } from './encode-v2.ts';

const exporter = exporterNamed('remote_write');
const SETS = ['/', '/home "x"', ''].map((mountpoint) => labelSet([['mountpoint', mountpoint]]));

const familyOf = (values: readonly number[]): Family => ({
  name: 'gander_fs_size_bytes',
  type: 'gauge',
  unit: 'bytes',
  help: 'Size of the file system.',
  time: 0,
  samples: values.map((value, index) => ({ labels: SETS[index] ?? labelSet([]), value })),
});
const cycleOf = (...values: number[]): Cycle => ({
  time: 1_700_000_000_000,
  host: 'testhost',
  interval: 15,
  points: () => [],
  families: () => [familyOf(values)],
});

const opening = (protocol: '1' | '2', url = 'http://localhost/') =>
  openingOf(exporter, { url: new URL(url), protocol, labels: new Map([['a_site', 'Łódź']]) });
/** The only request of each cycle. */
const requests = (protocol: '1' | '2', ...cycles: Cycle[]): Uint8Array[] => {
  const encode = exporter.encoder(opening(protocol));
  return cycles.map((cycle) => encode(cycle)[0]?.bytes ?? new Uint8Array());
};

it('ends a series once it has gone, and not because its labels were put together anew', () => {
  const again: Cycle = {
    ...cycleOf(1, 2, 3),
    families: () => [
      {
        ...familyOf([1, 2, 3]),
        samples: SETS.map(({ pairs }, value) => ({ labels: labelSet(pairs), value })),
      },
    ],
  };
  const encode = exporter.encoder(opening('1'));
  const counts = [again, again, again, cycleOf(1), cycleOf(1)].map((cycle) => encode(cycle)[0]?.samples);
  expect(counts).toEqual([3, 3, 3, 3, 1]);
});

it('tells types, help and units once a minute, in a request of its own', () => {
  const encode = exporter.encoder(opening('1'));
  const at = (seconds: number) => encode({ ...cycleOf(1), time: cycleOf(1).time + seconds * 1000 });
  expect([0, 15, 30, 45, 60, 75].map((seconds) => at(seconds).length)).toEqual([2, 1, 1, 1, 2, 1]);
  const [, told] = exporter.encoder(opening('1'))(cycleOf(1));
  const text = Buffer.from(snappy.uncompress(told?.bytes ?? new Uint8Array()));
  // metadata = 3 { type = 1: gauge, metric_family_name = 2, help = 4, unit = 5 }
  const [name, help] = ['gander_fs_size_bytes', 'Size of the file system.'];
  const head = Buffer.from([0x1a, 2 + 2 + name.length + 2 + help.length + 7, 0x08, 2, 0x12, name.length]);
  expect(text).toEqual(
    Buffer.concat([
      head,
      Buffer.from(name),
      Buffer.from([0x22, help.length]),
      Buffer.from(help),
      Buffer.from('\x2a\x05bytes'),
    ]),
  );
});

describe('a request of version 2.0', () => {
  it('becomes one of 1.0 with the same series, labels and samples, also of series that have ended', () => {
    const cycles = [cycleOf(1, 2.5, Number.NaN), cycleOf(3)];
    const newer = requests('2', ...cycles);
    const older = requests('1', ...cycles);
    newer.forEach((bytes, index) => {
      const request = parseV2(bytes);
      expect(request).not.toBeNull();
      expect(request && Buffer.from(toV1(request))).toEqual(Buffer.from(older[index] ?? []));
    });
    expect(older.map(parseV2)).toEqual([null, null]);
  });

  it('is divided into halves that are whole', () => {
    const [bytes = new Uint8Array()] = requests('2', cycleOf(1, 2, 3));
    const halves = exporter.split?.(bytes)?.map(parseV2) ?? [];
    expect(halves.map((half) => half?.series.length)).toEqual([2, 1]);
    expect(halves.map((half) => half?.symbols)).toEqual(halves.map(() => parseV2(bytes)?.symbols));
    expect(exporter.split?.(requests('2', cycleOf(1))[0] ?? bytes)).toBeNull();
  });
});

/** The versions of the requests that a receiver gets, and the verdicts on two batches of three samples. */
async function sentTo(reply: (version: string) => SinkReply) {
  const sink = await httpSink((index) =>
    reply(String(sink.requests[index]?.headers['x-prometheus-remote-write-version'])),
  );
  const session = exporter.open(opening('2', sink.url));
  const [bytes = new Uint8Array()] = requests('2', cycleOf(1, 2, 3));
  const context = { signal: AbortSignal.timeout(5000), now: 0 };
  const verdicts = [await session.send(bytes, context), await session.send(bytes, context)];
  await session.close?.();
  return { verdicts, note: session.note?.() ?? null, requests: sink.requests };
}

const WRITTEN = 'x-prometheus-remote-write-samples-written';

describe('a receiver', () => {
  it.each([
    ['does not know the type', { status: 415 }],
    ['cannot read the body', { status: 400, body: 'snappy: corrupt input' }],
    ['ignores what it does not know', { status: 204 }],
  ])('that %s gets version 1.0 of the same batch, and of all later ones', async (_, refusal) => {
    const older = requests('1', cycleOf(1, 2, 3))[0] ?? new Uint8Array();
    const {
      verdicts,
      note,
      requests: got,
    } = await sentTo((version) => (version === '2.0.0' ? refusal : { status: 204 }));
    expect(verdicts.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
    expect(got.map(({ headers }) => headers['content-type'])).toEqual([
      'application/x-protobuf;proto=io.prometheus.write.v2.Request',
      'application/x-protobuf',
      'application/x-protobuf',
    ]);
    expect(got.slice(1).map(({ bytes }) => Buffer.from(snappy.uncompress(bytes)))).toEqual([
      Buffer.from(snappy.uncompress(older)),
      Buffer.from(snappy.uncompress(older)),
    ]);
    expect(note).toContain(`status ${refusal.status}`);
  });

  it.each<[string, { status: number; headers?: Record<string, string> }, Partial<DeliveryVerdict>]>([
    ['took all', { status: 204, headers: { [WRITTEN]: '3' } }, { kind: 'sent' }],
    ['took some of it', { status: 400, headers: { [WRITTEN]: '2' } }, { kind: 'sent', refused: 1 }],
    ['took nothing', { status: 400, headers: { [WRITTEN]: '0' } }, { kind: 'sent', refused: 3 }],
    ['fails', { status: 503 }, { kind: 'again' }],
    ['fails after some of it', { status: 500, headers: { [WRITTEN]: '1' } }, { kind: 'again' }],
    ['does not know the password', { status: 401 }, { kind: 'wait' }],
  ])('of 2.0 that %s', async (_, answer, expected) => {
    const { verdicts, note, requests: got } = await sentTo(() => answer);
    expect(verdicts).toMatchObject([expected, expected]);
    expect(verdicts.map(({ refused }) => refused)).toEqual(verdicts.map(() => expected.refused));
    expect(got.map(({ headers }) => headers['x-prometheus-remote-write-version'])).toEqual([
      '2.0.0',
      '2.0.0',
    ]);
    expect(note).toBeNull();
  });
});
