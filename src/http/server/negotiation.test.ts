import { describe, expect, it } from 'vitest';
import { acceptsGzip, matchesTag } from './negotiation.ts';

describe('acceptsGzip', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['GZIP', true],
    ['deflate, br', false],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['*', true],
    ['*;q=0', false],
    ['identity', false],
    ['x-gzip', true],
    ['gzip;q=banana', false],
    [';;,,;q=', false],
  ])('%j: %j', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});

describe('matchesTag', () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"x", "b"', true],
    ['"x" , W/"b"', true],
    ['*', true],
    ['a', false],
    ['"c"', false],
    ['', false],
  ])('%j: %j', (header, expected) => {
    expect(matchesTag(header, ['"a"', '"b"'])).toBe(expected);
  });
});
