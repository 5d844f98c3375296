import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { parseBlkioBytes, parseIoStat } from './cgroup-io.ts';
import { flatKeyed } from './flat-keyed.ts';
import { parsePidCgroup } from './pid-cgroup.ts';

const lines = (...text: string[]): Uint8Array => bytesOf(`${text.join('\n')}\n`);

describe('parsePidCgroup', () => {
  it('reads both versions', () => {
    const bytes = lines(
      '9:name=systemd:/docker/ab',
      '2:cpu,cpuacct:/docker/a:b',
      '0::/init.scope',
      'nonsense',
      '',
    );
    expect(parsePidCgroup(bytes)).toEqual([
      { controllers: 'name=systemd', path: '/docker/ab' },
      { controllers: 'cpu,cpuacct', path: '/docker/a:b' },
      { controllers: '', path: '/init.scope' },
    ]);
  });
});

describe('flatKeyed', () => {
  const bytes = lines('anon 1', 'inactive_file_x 2', 'inactive_file 3', 'broken');
  it.each([
    ['inactive_file', 3],
    ['anon', 1],
    ['file', null],
    ['broken', null],
  ])('%s is %s', (key, value) => {
    expect(flatKeyed(bytes, bytesOf(key))).toBe(value);
  });
});

describe('bytes moved', () => {
  it('sums devices of version 1', () => {
    const bytes = lines(
      '8:0 Read 4096',
      '8:0 Write 1',
      '8:0 Sync 9',
      '8:16 Read 4',
      '8:16 Write 2',
      'Total 4103',
    );
    expect(parseBlkioBytes(bytes)).toEqual({ read: 4100, written: 3 });
  });

  it('sums devices of version 2', () => {
    const bytes = lines(
      '8:0 rbytes=4096 wbytes=1 rios=7 wios=8 dbytes=0 dios=0',
      '253:0 ',
      '8:16 wbytes=2 rbytes=4',
    );
    expect(parseIoStat(bytes)).toEqual({ read: 4100, written: 3 });
  });

  it('is nothing in an empty file', () => {
    expect([parseBlkioBytes(bytesOf('')), parseIoStat(bytesOf(''))]).toEqual([
      { read: 0, written: 0 },
      { read: 0, written: 0 },
    ]);
  });
});

describe('any bytes', () => {
  it.each([
    ['parsePidCgroup', parsePidCgroup],
    ['parseBlkioBytes', parseBlkioBytes],
    ['parseIoStat', parseIoStat],
    ['flatKeyed', (bytes: Uint8Array) => flatKeyed(bytes, bytesOf('a'))],
  ])('%s takes them', (_, parse) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => parse(bytes)).not.toThrow();
      }),
    );
  });
});
