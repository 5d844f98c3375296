import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSockstat } from './sockstat.ts';

describe('parseSockstat', () => {
  it('reads a recorded file', () => {
    const tables = parseSockstat(sample('sockstat'));
    expect([...tables.get('TCP')!.keys()]).toEqual(['inuse', 'orphan', 'tw', 'alloc', 'mem']);
    expect(tables.get('sockets')?.get('used')).toBeGreaterThan(0);
  });

  it('skips lines of another form', () => {
    expect([...parseSockstat(bytesOf(': a 1\nTCP inuse 1\nUDP: inuse\n')).keys()]).toEqual([]);
  });
});
