import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseVmstat } from './vmstat.ts';

describe('parseVmstat', () => {
  it('reads a recorded file', () => expect(parseVmstat(sample('vmstat'))).toEqual({ pswpin: 0, pswpout: 0 }));

  it.each<[string, number, number]>([
    ['', 0, 0],
    ['nr_free_pages 1\n', 0, 0],
    ['pswpinx 4\npswpin 2\npgpgin 3\npswpout 5000000000\n', 2, 5e9],
    ['pswpin', 0, 0],
  ])('of %j', (text, pswpin, pswpout) => expect(parseVmstat(bytesOf(text))).toEqual({ pswpin, pswpout }));
});
