import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseZoneinfo } from './zoneinfo.ts';

describe('parseZoneinfo', () => {
  it('sums the low watermarks of a recorded file', () => {
    const text = new TextDecoder().decode(sample('zoneinfo'));
    const sum = [...text.matchAll(/^ +low +(\d+)$/gm)].reduce((pages, match) => pages + Number(match[1]), 0);
    expect(sum).toBeGreaterThan(0);
    expect(parseZoneinfo(sample('zoneinfo'))).toBe(sum);
  });

  it.each<[string, number]>([
    ['', 0],
    ['        low', 0],
    [
      '  pages free 5\n        min      1\n        low      2\n        high     3\n        lowmem 9\n   low 7',
      9,
    ],
  ])('of %j is %i', (text, pages) => expect(parseZoneinfo(bytesOf(text))).toBe(pages));
});
