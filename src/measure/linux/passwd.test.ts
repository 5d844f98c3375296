import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parsePasswd } from './passwd.ts';

describe('parsePasswd', () => {
  it('reads a recorded file', () => {
    const names = parsePasswd(sample('passwd'));
    expect([names.get(0), names.get(1000), names.get(65534), names.get(4242)]).toEqual([
      'root',
      'alice',
      'nobody',
      undefined,
    ]);
  });

  it.each<[string, [number, string][]]>([
    ['', []],
    ['root', []],
    ['root:x', []],
    ['root:x:', []],
    ['root:x:a:0', []],
    [':x:5:', []],
    ['+nis:x:5:\n-nis:x:6:\n#a:x:7:\n', []],
    ['root:x:0:0::/:/bin/sh\ntoor:x:0:0::/:/bin/sh\n', [[0, 'root']]],
    ['jörg:x:4294967294', [[4294967294, 'jörg']]],
  ])('%j', (text, entries) => expect([...parsePasswd(bytesOf(text))]).toEqual(entries));
});
