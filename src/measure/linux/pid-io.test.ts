import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { createPidIo, parsePidIo } from './pid-io.ts';

describe('parsePidIo', () => {
  it('reads a recorded file', () => {
    expect(parsePidIo(sample('pid-io'))).toEqual({ readBytes: 0, writeBytes: 0 });
  });

  it('takes storage bytes, not calls, characters or cancelled writes', () => {
    const text =
      'rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5000000000\nwrite_bytes: 6\ncancelled_write_bytes: 7\n';
    const into = createPidIo();
    expect(parsePidIo(bytesOf(text), into)).toBe(into);
    expect(into).toEqual({ readBytes: 5e9, writeBytes: 6 });
  });

  it.each([
    '',
    'rchar: 1\n',
    'read_bytes: 5',
    'read_bytes:\nwrite_bytes: 6\n',
    'read_bytes: 5\nwrite_bytes:',
  ])('refuses %j', (text) => {
    expect(() => parsePidIo(bytesOf(text))).toThrow(ParseError);
  });
});
