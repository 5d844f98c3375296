import { connect } from 'node:net';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { decodeOtlp, encodeOtlpReply } from './formats/otlp-protobuf.ts';
import { takeOtlp } from './formats/otlp.ts';
import type { Json, JsonObject } from '../../core/served.ts';
import { takeStatsd } from './formats/statsd.ts';
import { Pushed, pushedNumbers } from './pushed.ts';
import { openSource } from './source.ts';
import { listenForStatsd } from './ways/statsd.ts';

function rig() {
  let now = 0;
  const pushed = new Pushed(() => now);
  const read = (): unknown[] =>
    pushed
      .reading()
      .samples.map(({ name, labels, value, about }) => [
        name,
        Object.fromEntries(labels),
        value,
        about.kind,
        about.unit,
      ]);
  return { pushed, read, pass: (seconds: number) => (now += seconds) };
}

it('keeps what statsd sends until it is read: counters, gauges, durations and sets', () => {
  const { pushed, read, pass } = rig();
  takeStatsd('shop.orders:2|c\nshop.orders:1|c|@0.5|#country:de\nshop.orders:3|c\n', pushed);
  takeStatsd(
    'queue:10|g\nqueue:-4|g\nqueue:+1|g\ntook:100:300|ms\nsize_bytes:5|h\nusers:ann|s\nusers:bob|s\nusers:ann|s',
    pushed,
  );
  const steady = [
    ['shop_orders', {}, 5, 'counter', null],
    ['shop_orders', { country: 'de' }, 2, 'counter', null],
    ['queue', {}, 7, 'gauge', null],
    ['took_count', {}, 2, 'counter', null],
    ['took_mean', {}, 200, 'gauge', 'millisecond'],
    ['took_max', {}, 300, 'gauge', 'millisecond'],
    ['size_bytes_count', {}, 1, 'counter', null],
    ['size_bytes_mean', {}, 5, 'gauge', 'bytes'],
    ['size_bytes_max', {}, 5, 'gauge', 'bytes'],
    ['users', {}, 2, 'gauge', null],
  ];
  expect(read()).toEqual(steady);
  expect(read()).toEqual(steady);
  pass(700);
  takeStatsd('queue:1|g', pushed);
  expect(read()).toEqual([['queue', {}, 1, 'gauge', null]]);
});

it('refuses lines of statsd one by one, and series beyond 500', () => {
  const { pushed } = rig();
  takeStatsd('ok:1|c\nbad\na:x|c\nb:1|q\nc:1|c|@0\nd:1|c|#__x:1\n_e{1,1}:a|b\n', pushed);
  takeStatsd(Array.from({ length: 600 }, (_, at) => `n${at}:1|g`).join('\n'), pushed);
  const { samples, refusals, refused } = pushed.reading();
  expect([samples.length, refusals]).toEqual([500, 6]);
  expect(refused.at(-1)).toEqual({
    place: 'series',
    reason: '101 values of series beyond 500 or 256 KiB of names and labels are left out',
  });
});

it('bounds what any program of the machine may make it keep', () => {
  const { pushed } = rig();
  const label = 'x'.repeat(1024);
  const labels = (from: number) =>
    Array.from({ length: 30 }, (_, at) => `l${at}:${from}${label.slice(9)}`).join();
  for (let at = 0; at < 20; at += 1) takeStatsd(`large${at}:1|g|#${labels(at)}`, pushed);
  const { samples, refused } = pushed.reading();
  expect([samples.length, refused[0]?.reason]).toEqual([
    8,
    expect.stringContaining('12 values of series beyond'),
  ]);
  for (let set = 0; set < 20; set += 1)
    for (let at = 0; at < 1000; at += 1) takeStatsd(`set${set}:${at}|s`, pushed);
  const members = pushed.reading().samples.filter(({ name }) => name.startsWith('set'));
  expect(members.reduce((sum, { value }) => sum + value, 0)).toBe(10_000);
});

it('leaves out lines beyond a bound until the next reading', () => {
  const { pushed } = rig();
  const flood = 'a:1|c\n'.repeat(60_000);
  takeStatsd(flood, pushed);
  takeStatsd(flood, pushed);
  const { samples, refused } = pushed.reading();
  expect(samples).toMatchObject([{ name: 'a', value: 100_000 }]);
  expect(refused).toEqual([
    { place: 'lines', reason: 'there were more than 100000 since the last reading, so others are left out' },
  ]);
  takeStatsd('a:1|c', pushed);
  expect(pushed.reading().samples).toMatchObject([{ value: 100_001 }]);
});

const metric = (name: string, more: JsonObject): Json => ({ name, ...more });
const request = (...metrics: Json[]) => ({
  resourceMetrics: [
    {
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: 'shop' } },
          { key: 'host.name', value: { stringValue: 'h' } },
        ],
      },
      scopeMetrics: [{ metrics }],
    },
  ],
});

it('takes gauges, sums and histograms of OTLP, and adds deltas', () => {
  const { pushed, read } = rig();
  const body = request(
    metric('mem.used', {
      unit: 'By',
      gauge: { dataPoints: [{ asInt: '7', attributes: [{ key: 'a.b', value: { intValue: '1' } }] }] },
    }),
    metric('orders', { sum: { isMonotonic: true, aggregationTemporality: 1, dataPoints: [{ asInt: 2 }] } }),
    metric('total', { sum: { isMonotonic: true, aggregationTemporality: 2, dataPoints: [{ asDouble: 9 }] } }),
    metric('took', {
      unit: 's',
      histogram: { aggregationTemporality: 1, dataPoints: [{ count: '3', sum: 1.5 }] },
    }),
  );
  expect([takeOtlp(body, pushed), takeOtlp(body, pushed)]).toEqual([0, 0]);
  expect(read()).toEqual([
    ['mem_used', { a_b: '1', service_name: 'shop' }, 7, 'gauge', 'bytes'],
    ['orders', { service_name: 'shop' }, 4, 'counter', null],
    ['total', { service_name: 'shop' }, 9, 'counter', null],
    ['took_count', { service_name: 'shop' }, 6, 'counter', null],
    ['took_sum', { service_name: 'shop' }, 3, 'counter', 'second'],
  ]);
});

it('refuses points of OTLP one by one, and what is none of it', () => {
  const { pushed } = rig();
  const points = [{ asDouble: 'x' }, { asDouble: 'Infinity' }, {}, { asInt: 1 }];
  expect(
    takeOtlp(
      request(
        metric('x', { gauge: { dataPoints: points } }),
        metric('', { gauge: { dataPoints: [{ asInt: 1 }] } }),
      ),
      pushed,
    ),
  ).toBe(4);
  expect(pushed.reading().samples).toHaveLength(1);
  expect(takeOtlp(request(metric({ toString: 1 } as never, { gauge: { dataPoints: [{}] } })), pushed)).toBe(
    1,
  );
  expect(() => takeOtlp([], pushed)).toThrow('expected resourceMetrics');
  const many = Array.from({ length: 5001 }, () => ({ asInt: 1 }));
  expect(() => takeOtlp(request(metric('x', { gauge: { dataPoints: many } })), pushed)).toThrow(
    'more than 5000',
  );
});

/** Sent by @opentelemetry/exporter-metrics-otlp-proto 0.22x: every kind of metric. */
const PROTOBUF = Buffer.from(
  'CugFChoKFgoMc2VydmljZS5uYW1lEgYKBHNob3AQABLJBQoDCgFtElkKBHNpemVSUQpNEYA8871uZOwYGYBRMuduZOwYIQEAAAAA' +
    'AAAAKQAAAAAAACJAMCg5AAAAAAAAAABCCAiG4JUDEgEBSgBhAAAAAAAAIkBpAAAAAAAAIkAQAhK3AQoIbWVtLnVzZWQSB01lbW9y' +
    'eS4aAkJ5Kp0BCkQRgE5tvm5k7BgZgFEy525k7BghAAAAAAAAHkA6CwoDYS5iEgQKAsO8OhAKAW4SCxj9//////////8BOggKAm9r' +
    'EgIQAQoqEYBObb5uZOwYGYBRMuduZOwYIQAAAAAAAAAAOg0KBHplcm8SBQoDeWVzCikRgE5tvm5k7BgZgFEy525k7BghAAAAAAAA' +
    'RcA6DAoDbmVnEgUKA3llcxI8CgZvcmRlcnM6MgosEUD6471uZOwYGYBRMuduZOwYIQAAAAAAAAhAOg8KB2NvdW50cnkSBAoCZGUQ' +
    'AhgBEigKBXF1ZXVlOh8KGxFA+uO9bmTsGBmAUTLnbmTsGDH8/////////xACEsQCCgR0b29rGgFzSrgCCrMCEUD6471uZOwYGYBR' +
    'MuduZOwYIQIAAAAAAAAAKQAAAAAAAPw/MoABAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAA6eAAAAAAAAAAAAAAAAAAAFEAAAAAAAAAkQAAAAAAAADlAAAAAAAAASUAAAAAAAMBSQAAAAAAAAFlAAAAAAABAb0AAAAAA' +
    'AEB/QAAAAAAAcIdAAAAAAABAj0AAAAAAAIijQAAAAAAAiLNAAAAAAABMvUAAAAAAAIjDQFkAAAAAAADgP2EAAAAAAAD0PxAC',
  'base64',
);

it('decodes protobuf, as a client of OpenTelemetry sends it', () => {
  const { pushed, read } = rig();
  expect(takeOtlp(decodeOtlp(PROTOBUF), pushed)).toBe(0);
  expect(read()).toEqual([
    ['size_count', { service_name: 'shop' }, 1, 'counter', null],
    ['size_sum', { service_name: 'shop' }, 9, 'counter', null],
    ['mem_used', { a_b: 'ü', n: '-3', ok: 'true', service_name: 'shop' }, 7.5, 'gauge', 'bytes'],
    ['mem_used', { service_name: 'shop', zero: 'yes' }, 0, 'gauge', 'bytes'],
    ['mem_used', { neg: 'yes', service_name: 'shop' }, -42, 'gauge', 'bytes'],
    ['orders', { country: 'de', service_name: 'shop' }, 3, 'counter', null],
    ['queue', { service_name: 'shop' }, -4, 'gauge', null],
    ['took_count', { service_name: 'shop' }, 2, 'counter', null],
    ['took_sum', { service_name: 'shop' }, 1.75, 'counter', 'second'],
  ]);
  expect(decodeOtlp(Buffer.alloc(0))).toEqual({ resourceMetrics: [] });
});

it.each([
  ['0a', 'a length is missing'],
  ['0a05', 'shorter than its length'],
  ['0affffffffffffffffff01', 'a length beyond all bytes'],
  ['0affffffffffffffffffffff', 'a varint without end'],
  ['0801', 'a number in place of a message'],
  ['0b', 'a group'],
  ['0a03120112', 'a broken message within'],
])('refuses protobuf %s: %s', (hex) => {
  expect(() => decodeOtlp(Buffer.from(hex, 'hex'))).toThrow('it is no protobuf of OpenTelemetry');
});

it('replies in protobuf with the number of refused points', () => {
  expect([0, 1, 300].map((rejected) => encodeOtlpReply(rejected).toString('hex'))).toEqual([
    '',
    '0a020801',
    '0a0308ac02',
  ]);
});

it('takes a point without a value as none now, and no impossible increase', () => {
  const { pushed } = rig();
  takeOtlp(request(metric('x', { gauge: { dataPoints: [{ flags: 1 }] } })), pushed);
  const sum = (asDouble: number) =>
    metric('y', { sum: { isMonotonic: true, aggregationTemporality: 1, dataPoints: [{ asDouble }] } });
  for (const more of [1, 1.7e308, 1.7e308]) takeOtlp(request(sum(more)), pushed);
  expect(pushed.reading().samples.map(({ value }) => value)).toEqual([Number.NaN, 1.7e308]);
});

it('are received by an agent that serves or exports, not by a mode that prints', async () => {
  const numbers = pushedNumbers.create({} as never);
  const path = join(temporaryTree(), 's.sock');
  const open = () =>
    openSource({
      name: 'own',
      values: { push: 'statsd', listen: { path }, timeout: 1, every: 1 } as never,
      host: createRecordedHost(new Map()),
      mayRun: true,
      pushed: numbers,
    });
  await expect(open()()).rejects.toThrow('programs send its numbers to a running agent');
  expect(existsSync(path)).toBe(false);
  numbers.receive();
  expect((await open()()).samples).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

it('listens at the path of a socket, also where a run before has left one', async () => {
  const { pushed } = rig();
  const path = join(temporaryTree(), 's.sock');
  await listenForStatsd({ path }, pushed);
  // Other users may send.
  expect(statSync(path).mode & 0o777).toBe(0o666);
  connect(path).end('a:1|g\nb:2');
  const seen: unknown[] = [];
  await vi.waitFor(() => {
    const { samples, refused } = pushed.reading();
    seen.push(...refused);
    expect(samples).toHaveLength(1);
    expect(seen).toEqual([{ place: 'b:2', reason: 'expected name:value|type' }]);
  });
  await expect(listenForStatsd({ path }, pushed)).rejects.toThrow('s.sock cannot be used for statsd');
});
