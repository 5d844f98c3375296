import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseOsRelease } from './os-release.ts';

describe('parseOsRelease', () => {
  it('reads a recorded file', () => {
    const { name, versionId } = parseOsRelease(sample('os-release'));
    expect(name).toBe('Debian GNU/Linux');
    expect(versionId).toMatch(/^\d+$/);
  });

  it.each<[string, string | null]>([
    ['NAME=Fedora', 'Fedora'],
    ['NAME="Alpine Linux"', 'Alpine Linux'],
    ["NAME='It is'", 'It is'],
    ['NAME="a \\"b\\" \\$ \\`c\\` \\\\"', 'a "b" $ `c` \\'],
    ['  NAME=x  \r', 'x'],
    ['NAME=a\nNAME=b', 'b'],
    ['NAME=', null],
    ['NAME=""', null],
    ['NAME="', '"'],
    ['NAME="open', '"open'],
    ['#NAME=x\nVERSION_NAME=y', null],
    ['', null],
  ])('%j', (text, name) => expect(parseOsRelease(bytesOf(text))).toEqual({ name, versionId: null }));
});
