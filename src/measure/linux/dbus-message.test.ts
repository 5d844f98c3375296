import { describe, expect, it } from 'vitest';
import { expectTotal } from '../../../test/support/expect-total.ts';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { type DbusMessage, dbusLength, dbusValues, encodeDbusCall, readDbusMessage } from './dbus-message.ts';

const recorded = sample('dbus-message');
const CALL = {
  destination: 'org.example',
  path: '/org/example',
  interface: 'org.example.Things',
  member: 'List',
};

/** A message with these values, as bytes of a body. */
const holding = (signature: string, ...body: number[]): DbusMessage => ({
  ...readDbusMessage(encodeDbusCall(CALL, 1)),
  signature,
  body: Uint8Array.from(body),
});

describe('a recorded signal', () => {
  it('states where it comes from', () => {
    expect(dbusLength(recorded)).toBe(recorded.length);
    expect(readDbusMessage(recorded)).toMatchObject({
      type: 'signal',
      path: '/org/freedesktop/systemd1/unit/exits_2eservice',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'PropertiesChanged',
      signature: 'sa{sv}as',
      replySerial: null,
    });
  });

  it('has values of all types', () => {
    const [name, changes, invalidated] = dbusValues(readDbusMessage(recorded));
    expect(name).toBe('org.freedesktop.systemd1.Unit');
    expect(Object.fromEntries(changes as [string, unknown][])).toMatchObject({
      ActiveState: 'failed',
      SubState: 'failed',
      StateChangeTimestamp: 1795647568926714,
      ConditionResult: true,
      Job: [12, '/org/freedesktop/systemd1/job/12'],
    });
    expect(invalidated).toEqual(expect.arrayContaining(['Conditions']));
  });

  it('gives values or a ParseError for any bytes', () => {
    expectTotal((bytes) => dbusValues(readDbusMessage(bytes)), recorded);
  });
});

it('reads back a call that it has written', () => {
  const bytes = encodeDbusCall({ ...CALL, values: [['a', 'bcd'], [], 'größe'] }, 7);
  const message = readDbusMessage(bytes);
  expect(message).toMatchObject({ type: 'call', serial: 7, path: CALL.path, signature: 'asass' });
  expect(dbusValues(message)).toEqual([['a', 'bcd'], [], 'größe']);
});

it.each([
  ['n', [0xff, 0xff], [-1]],
  ['qy', [2, 1, 9], [258, 9]],
  ['yi', [1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff], [1, -2]],
  ['x', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [-1]],
  ['d', [0, 0, 0, 0, 0, 0, 0xf8, 0x3f], [1.5]],
  ['v', [1, 0x62, 0, 0, 1, 0, 0, 0], [true]],
  ['a(yv)', [7, 0, 0, 0, 0, 0, 0, 0, 5, 1, 0x67, 0, 1, 0x73, 0], [[[5, 's']]]],
])('decodes %s', (signature, body, values) => {
  expect(dbusValues(holding(signature, ...body))).toEqual(values);
});

it.each([
  ['()', [0, 0, 0, 0]],
  ['a', [0, 0, 0, 0]],
  ['s', [200, 0, 0, 0, 1]],
  ['au', [8, 0, 0, 0, 1]],
  ['v', [2, 0x79, 0x79, 0, 1, 1]],
  ['z', [1]],
  ['ai', [5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]],
])('refuses %s in %j', (signature, body) => {
  expect(() => dbusValues(holding(signature, ...body))).toThrow(ParseError);
});

it('refuses values that are nested too deeply', () => {
  const nested = Array.from({ length: 100 }, () => [1, 0x76, 0]).flat();
  expect(() => dbusValues(holding('v', ...nested))).toThrow('nested too deeply');
});
