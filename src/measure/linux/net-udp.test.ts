import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSocketQueues } from './net-udp.ts';

describe('parseSocketQueues', () => {
  it('reads a recorded file', () =>
    expect(parseSocketQueues(sample('net-udp'))).toEqual({ sending: 0x10, receiving: 0x300 }));

  it('skips lines of another form', () => {
    expect(parseSocketQueues(bytesOf('\n1: a b c d\n1: a b 07 5\n'))).toEqual({ sending: 0, receiving: 0 });
  });
});
