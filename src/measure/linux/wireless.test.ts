import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseWireless } from './wireless.ts';

describe('parseWireless', () => {
  it('reads links, with and without the dot of a fresh value', () => {
    expect(parseWireless(sample('wireless'))).toEqual([
      { interfaceName: 'wlan0', link: 62, level: -48 },
      { interfaceName: 'wlp0s20f3', link: 41, level: -69 },
    ]);
  });

  it.each([
    ['', []],
    ['wlan0: 0000', []],
    ['wlan0: 0000   62.', []],
    ['wlan0 0000   62.  -48.\n', []],
    ['wlan0: 0000   0  -256 -256\n', [{ interfaceName: 'wlan0', link: 0, level: -256 }]],
    ['eth:1: 0001   5  4  0\n', [{ interfaceName: 'eth:1', link: 5, level: 4 }]],
  ])('reads %j', (text, links) => {
    expect(parseWireless(bytesOf(text))).toEqual(links);
  });
});
