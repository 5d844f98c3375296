import { describe, expect, it } from 'vitest';
import { parseDuration, parseTime, parseSize } from './amounts.ts';
import { OptionError } from './option-parse.ts';

describe('amounts', () => {
  it.each([
    ['512M', 512 * 2 ** 20],
    ['2G', 2 ** 31],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['4096', 4096],
  ])('read the size %s', (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each([
    ['90s', 90_000],
    ['2d', 2 * 86_400_000],
    ['5y', 5 * 365 * 86_400_000],
  ])('read the duration %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    ['now', 1e12],
    ['7d', 1e12 - 7 * 86_400_000],
    ['-7d', 1e12 - 7 * 86_400_000],
    ['1795224600000', 1_795_224_600_000],
    ['2026-11-22T05:00Z', Date.UTC(2026, 10, 22, 5)],
  ])('read the moment %s', (text, time) => expect(parseTime(text, 1e12)).toBe(time));

  it.each(['', '--7d', 'yesterday', '2026-77', '-7', '7x'])('refuse the moment %j', (text) =>
    expect(() => parseTime(text, 1e12)).toThrow(OptionError),
  );

  it.each(['', '-1M', '5 bananas', 'M', '5%'])('refuse %j', (text) => {
    expect(() => parseSize(text)).toThrow(OptionError);
    expect(() => parseDuration(text)).toThrow(OptionError);
  });
});
