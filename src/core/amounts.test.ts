import { describe, expect, it } from 'vitest';
import { parseDuration, parseSize } from './amounts.ts';
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

  it.each(['', '-1M', '5 bananas', 'M', '5%'])('refuse %j', (text) => {
    expect(() => parseSize(text)).toThrow(OptionError);
    expect(() => parseDuration(text)).toThrow(OptionError);
  });
});
