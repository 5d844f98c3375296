import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseFilesystems } from './filesystems.ts';

describe('parseFilesystems', () => {
  it('reads a recorded file', () => {
    const types = parseFilesystems(sample('filesystems'));
    expect(types.has('ext4')).toBe(true);
    expect(types.has('tmpfs')).toBe(false);
  });

  it.each<[string, string[]]>([
    ['', []],
    ['nodev', []],
    ['nodev\tproc\n\text4\n\txfs', ['ext4', 'xfs']],
  ])('of %j', (text, types) => expect([...parseFilesystems(bytesOf(text))]).toEqual(types));
});
