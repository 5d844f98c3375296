/**
 * Requests of OpenTelemetry in protobuf, in the form that they have in JSON. Only what {@link takeOtlp} uses is decoded.
 * https://github.com/open-telemetry/opentelemetry-proto (v1), https://protobuf.dev/programming-guides/encoding/
 */
import type { Json, Served } from '../../../core/served.ts';
import { Refused } from '../sample.ts';

type Scalar = 'text' | 'flag' | 'int' | 'double' | 'fixed' | 'signed';
type Field = readonly [name: string, type: Scalar | Message | readonly [Message]];
/** Fields by number. */
type Message = Readonly<Record<number, Field>>;

const VALUE: Message = {
  1: ['stringValue', 'text'],
  2: ['boolValue', 'flag'],
  3: ['intValue', 'int'],
  4: ['doubleValue', 'double'],
};
const ATTRIBUTES: Field = ['attributes', [{ 1: ['key', 'text'], 2: ['value', VALUE] }]];
const NUMBERS: Field = [
  'dataPoints',
  [{ 4: ['asDouble', 'double'], 6: ['asInt', 'signed'], 7: ATTRIBUTES, 8: ['flags', 'int'] }],
];
/** @param at the number of the attributes */
const spread = (at: number): Field => [
  'dataPoints',
  [{ 4: ['count', 'fixed'], 5: ['sum', 'double'], [at]: ATTRIBUTES }],
];
const TEMPORALITY: Field = ['aggregationTemporality', 'int'];
const METRIC: Message = {
  1: ['name', 'text'],
  2: ['description', 'text'],
  3: ['unit', 'text'],
  5: ['gauge', { 1: NUMBERS }],
  7: ['sum', { 1: NUMBERS, 2: TEMPORALITY, 3: ['isMonotonic', 'flag'] }],
  9: ['histogram', { 1: spread(9), 2: TEMPORALITY }],
  10: ['exponentialHistogram', { 1: spread(1), 2: TEMPORALITY }],
  11: ['summary', { 1: spread(7) }],
};
const REQUEST: Message = {
  1: [
    'resourceMetrics',
    [{ 1: ['resource', { 1: ATTRIBUTES }], 2: ['scopeMetrics', [{ 2: ['metrics', [METRIC]] }]] }],
  ],
};

/** Throws {@link Refused}. */
export const decodeOtlp = (bytes: Buffer): Json => ({
  resourceMetrics: [],
  ...decode(bytes, REQUEST),
});

/** Encodes the reply: `partial_success { rejected_data_points }`, or nothing if all points were accepted. */
export function encodeOtlpReply(rejected: number): Buffer {
  if (rejected === 0) return Buffer.alloc(0);
  const count = rejected < 0x80 ? [rejected] : [(rejected & 0x7f) | 0x80, rejected >> 7];
  return Buffer.from([0x0a, 1 + count.length, 0x08, ...count]);
}

/** Decodes a message. Recursion is as deep as its declaration. */
function decode(bytes: Buffer, message: Message): Served {
  const values: Served = {};
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at);
    const [number, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const { start, end } = extentOf(bytes, tag.end, wire);
    at = end;
    const field = message[number];
    if (field !== undefined) set(values, field, { wire, raw: bytes.subarray(start, end) });
  }
  return values;
}

interface Raw {
  readonly wire: number;
  readonly raw: Buffer;
}

const DAMAGED = 'it is no protobuf of OpenTelemetry';
const [VARINT, FIXED64, LENGTH, FIXED32] = [0, 1, 2, 5];
const WIRES: Readonly<Record<Scalar, number | undefined>> = {
  text: LENGTH,
  flag: VARINT,
  int: VARINT,
  double: FIXED64,
  fixed: FIXED64,
  signed: FIXED64,
};

function set(values: Served, [name, type]: Field, { wire, raw }: Raw): void {
  if (typeof type === 'string') {
    if (WIRES[type] !== wire) throw new Refused(DAMAGED);
    values[name] = scalarIn(raw, type);
    return;
  }
  if (wire !== LENGTH) throw new Refused(DAMAGED);
  if (Array.isArray(type)) ((values[name] ??= []) as Json[]).push(decode(raw, type[0] as Message));
  else values[name] = { ...(values[name] as object | undefined), ...decode(raw, type as Message) };
}

function scalarIn(raw: Buffer, type: Scalar): Json {
  switch (type) {
    case 'text':
      return raw.toString('utf8');
    case 'flag':
      return raw.some((byte) => (byte & 0x7f) !== 0);
    case 'int':
      return Number(BigInt.asIntN(64, wholeIn(raw)));
    case 'double':
      return raw.readDoubleLE();
    case 'fixed':
      return Number(raw.readBigUInt64LE());
    case 'signed':
      return Number(raw.readBigInt64LE());
  }
}

/** Where a value begins and ends. */
function extentOf(bytes: Buffer, start: number, wire: number): { start: number; end: number } {
  const within = (from: number, size: number): { start: number; end: number } => {
    if (from + size > bytes.length) throw new Refused(DAMAGED);
    return { start: from, end: from + size };
  };
  switch (wire) {
    case VARINT:
      return { start, end: varint(bytes, start).end };
    case FIXED64:
      return within(start, 8);
    case FIXED32:
      return within(start, 4);
    case LENGTH: {
      const { value, end } = varint(bytes, start);
      return within(end, value);
    }
    default:
      throw new Refused(DAMAGED);
  }
}

const MOST_VARINT_BYTES = 10;

/** Decodes a varint. The value is exact up to 2^53. */
function varint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; at < start + MOST_VARINT_BYTES; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new Refused(DAMAGED);
}

/** All 64 bits of a varint: negative numbers have the highest one. */
const wholeIn = (raw: Buffer): bigint =>
  raw.reduceRight((value, byte) => (value << 7n) | BigInt(byte & 0x7f), 0n);
