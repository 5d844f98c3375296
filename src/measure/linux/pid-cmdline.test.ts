import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parsePidCmdline } from './pid-cmdline.ts';

describe('parsePidCmdline', () => {
  it('reads a recorded file', () => {
    const args = ['/usr/sbin/nginx', '-g', 'daemon on; master_process on;'];
    expect(parsePidCmdline(sample('pid-cmdline'))).toEqual(args);
  });

  it.each<[string, string, string[]]>([
    ['a kernel thread', '', []],
    ['a process that wiped its arguments', '\0\0\0', []],
    ['one argument', 'init\0', ['init']],
    ['empty arguments', 'a\0\0-b\0\0', ['a', '', '-b', '']],
    ['arguments with blanks', 'sh\0-c\0sleep 1\0', ['sh', '-c', 'sleep 1']],
    ['one argument with blanks', '/sbin/init splash\0', ['/sbin/init', 'splash']],
    ['a title without NUL', 'sshd: root@pts/0', ['sshd:', 'root@pts/0']],
    ['a title padded with NULs', 'postgres: writer \0\0\0\0', ['postgres:', 'writer']],
    ['a title of one word', `node${'\0'.repeat(37)}`, ['node']],
    ['arguments cut by the kernel', 'java\0-cp\0a b', ['java', '-cp', 'a b']],
    ['blanks only', '   ', []],
  ])('%s', (_, text, args) => {
    expect(parsePidCmdline(bytesOf(text))).toEqual(args);
  });

  it('replaces what is not UTF-8', () => {
    expect(parsePidCmdline(Uint8Array.of(0x61, 0, 0xff, 0))).toEqual(['a', '\ufffd']);
  });
});
