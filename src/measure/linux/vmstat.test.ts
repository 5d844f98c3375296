import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseVmstat, type Vmstat } from './vmstat.ts';

describe('parseVmstat', () => {
  it('reads a recorded file', () =>
    expect(parseVmstat(sample('vmstat'))).toEqual({
      pswpin: 0,
      pswpout: 0,
      pgpgin: 1775705,
      pgpgout: 703512,
      pgfault: 8869853,
      pgmajfault: 1996,
      oomKill: 0,
    }));

  it.each<[string, Partial<Vmstat>]>([
    ['', { pswpin: 0, pswpout: 0, pgfault: null, oomKill: null }],
    ['nr_free_pages 1\n', { pswpin: 0, pswpout: 0 }],
    ['pswpinx 4\npswpin 2\npgpgin 3\npswpout 5000000000\n', { pswpin: 2, pswpout: 5e9, pgpgin: 3 }],
    ['pswpin', { pswpin: 0, pswpout: 0 }],
    ['pgfault 7\npgmajfault 5\noom_kill 1\n', { pgfault: 7, pgmajfault: 5, oomKill: 1 }],
  ])('of %j', (text, expected) => expect(parseVmstat(bytesOf(text))).toMatchObject(expected));
});
