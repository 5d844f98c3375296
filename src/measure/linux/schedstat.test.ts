import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSchedstat } from './schedstat.ts';

describe('parseSchedstat', () => {
  it('reads a recorded file', () => {
    expect(parseSchedstat(sample('schedstat'))[1]).toEqual({
      cpu: 1,
      running: 9_232_522_349,
      waiting: 2_235_482_374,
      timeslices: 60_432,
    });
  });

  it('skips lines of another form', () => {
    expect(parseSchedstat(bytesOf('cpu 1 2 3 4 5 6 7 8 9\ncpu0 1 2\ndomain0 1\n'))).toEqual([]);
  });
});
