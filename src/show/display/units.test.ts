import type { ServedMember } from '../../core/served.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showCpuTime, showMoment, showSpan, showUptime } from './durations.ts';
import { speak } from './language.ts';
import { type Kind, show, showText, type UnitChoice } from './units.ts';

const choice: UnitChoice = { bits: false, binary: true, fahrenheit: false };
const KINDS: readonly Kind[] = [
  'percent',
  'bytes',
  'byteRate',
  'netRate',
  'count',
  'rate',
  'hertz',
  'celsius',
  'milliseconds',
  'seconds',
  'load',
  'rpm',
  'watt',
  'dbm',
  'plain',
];

describe('values', () => {
  it.each<[ServedMember, Kind, string, Partial<UnitChoice>?]>([
    [0, 'percent', '0.0 %'],
    [4.25, 'percent', '4.3 %'],
    [99.94, 'percent', '99.9 %'],
    [99.96, 'percent', '100 %'],
    [412.3, 'percent', '412 %'],
    [null, 'percent', '–'],
    [Number.NaN, 'bytes', '–'],
    ['12', 'count', '–'],
    [0, 'bytes', '0 B'],
    [999, 'bytes', '999 B'],
    [1023, 'bytes', '1.00 KiB'],
    [1536, 'bytes', '1.50 KiB'],
    [540_958_846_976, 'bytes', '504 GiB'],
    [540_958_846_976, 'bytes', '541 GB', { binary: false }],
    [6_250_000_000, 'netRate', '5.82 GiB/s'],
    [6_250_000_000, 'netRate', '50.0 Gb/s', { bits: true }],
    [-2048, 'byteRate', '-2.00 KiB/s'],
    [12_345, 'count', '12.3 k'],
    [42, 'count', '42'],
    [2_100_000_000, 'hertz', '2.10 GHz'],
    [38, 'celsius', '38 °C'],
    [38, 'celsius', '100 °F', { fahrenheit: true }],
    [0.0041, 'seconds', '4.10 ms'],
    [0.000_012, 'seconds', '12.0 µs'],
    [3, 'seconds', '3.00 s'],
    [20.52, 'load', '20.5'],
    [-48, 'dbm', '-48 dBm'],
    [1e300, 'bytes', '8e275 YiB'],
    [1e308, 'netRate', '–', { bits: true }],
  ])('%s as %s is %s', (value, kind, expected, other = {}) => {
    expect(showText(value, kind, { ...choice, ...other })).toBe(expected);
  });

  it('are short whatever they are', () => {
    fc.assert(
      fc.property(fc.double(), fc.constantFrom(...KINDS), fc.boolean(), (value, kind, bits) => {
        const { digits, unit } = show(value, kind, { ...choice, bits });
        if (Math.abs(value) < 1e15) expect(digits.replace('-', '').length).toBeLessThanOrEqual(17);
        expect(unit.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('take four characters where they are in reach of a prefix', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e26, noNaN: true }),
        fc.constantFrom<Kind>('bytes', 'byteRate', 'netRate', 'count', 'hertz'),
        (value, kind) => {
          expect(show(value, kind, choice).digits.length).toBeLessThanOrEqual(4);
        },
      ),
    );
  });
});

describe('time', () => {
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [61, '1 min 1 s'],
    [7265, '2 h 1 min'],
    [3_628_802, '42 d'],
    [-1, '–'],
    [null, '–'],
  ])('%s seconds last %s', (seconds, expected) => {
    expect(showSpan(seconds)).toBe(expected);
  });

  it.each([
    [0, '0:00.00'],
    [12.345, '0:12.34'],
    [187.55, '3:07.55'],
    [100_987, '28:03:07'],
    [undefined, '–'],
    [36_000_000, '10000 h'],
    [1e308, '–'],
  ])('%s seconds of CPU are %s', (seconds, expected) => {
    expect(showCpuTime(seconds)).toBe(expected);
  });

  it.each([
    ['42 days, 0:00:02', '42 d'],
    ['1 day, 12:30:00', '1 d 12 h'],
    ['4:58:12', '4 h 58 min'],
    ['?', '?'],
  ])('%s up is %s', (text, expected) => {
    expect(showUptime(text)).toBe(expected);
  });

  it('writes moments', () => {
    expect(showMoment(Date.UTC(2026, 10, 21, 5, 16, 36))).toBe('2026-11-21 05:16:36');
    expect(showMoment(1e300)).toBe('–');
  });
});

it.each([
  ['en', '1.5 %'],
  ['de', '1,5 %'],
  ['fr', '1,5 %'],
  ['zh', '1.5%'],
])('a percentage in %s has its mark and space: %s', (tag, text) => {
  speak(tag, {});
  expect(showText(1.5, 'percent', choice)).toBe(text);
  speak('en', {});
});
