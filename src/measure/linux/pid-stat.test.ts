import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parsePidStat, PF_KTHREAD, PidStat } from './pid-stat.ts';

/** The properties that `expected` names, some of which are getters, as a plain object. */
function expectFields(stat: PidStat, expected: Partial<PidStat>): void {
  const keys = Object.keys(expected) as (keyof PidStat)[];
  expect(Object.fromEntries(keys.map((key) => [key, stat[key]]))).toEqual(expected);
}

const FIELDS = 'S 1 2 3 4 5 2097216 7 8 9 10 11 12 13 14 15 -5 17 0 19 20 21';
const line = (comm: string, rest = ''): Uint8Array => bytesOf(`77 (${comm}) ${FIELDS}${rest}\n`);

describe('parsePidStat', () => {
  it('reads a recorded file', () => {
    const stat = parsePidStat(sample('pid-stat'));
    expectFields(stat, {
      comm: 'cat',
      ppid: 31891,
      pgrp: 31891,
      tpgid: -1,
      flags: 4194304,
      priority: 20,
      nice: 0,
      numThreads: 1,
    });
    expectFields(stat, { starttime: 250220, vsize: 3133440, rss: 375, processor: 0, blkioTicks: 0 });
    expect(String.fromCharCode(stat.state)).toBe('R');
  });

  it('finds each field at its place, up to the last', () => {
    const fields = Array.from({ length: 49 }, (_, i) => i + 4).join(' ');
    const stat = parsePidStat(bytesOf(`77 (a) Z ${fields}\n`));
    expectFields(stat, {
      ppid: 4,
      flags: 9,
      utime: 14,
      stime: 15,
      cutime: 16,
      cstime: 17,
      priority: 18,
    });
    expectFields(stat, {
      nice: 19,
      numThreads: 20,
      starttime: 22,
      vsize: 23,
      rss: 24,
      processor: 39,
    });
    expect(stat.blkioTicks).toBe(42);
  });

  it('takes fields an old kernel lacks as 0, also when the result held others', () => {
    const into = parsePidStat(line('a', ' 9'.repeat(30)));
    expect([into.processor, into.blkioTicks]).toEqual([9, 9]);
    expectFields(parsePidStat(line('a'), into), { nice: -5, processor: 0, blkioTicks: 0 });
  });

  it('tells kernel threads by their flags, and reads negative numbers', () => {
    const stat = parsePidStat(bytesOf('2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 -51 -20 1 0 5 0 0'));
    expect(stat.flags & PF_KTHREAD).toBe(PF_KTHREAD);
    expect([stat.priority, stat.nice]).toEqual([-51, -20]);
  });

  it.each([
    ['a) S 1 (b', 'a) S 1 (b'],
    [')', ')'],
    ['', ''],
    [' two  blanks ', ' two  blanks '],
    ['line\\nfeed', 'line\nfeed'],
    ['back\\\\nslash', 'back\\nslash'],
    ['line\nfeed', 'line\nfeed'],
    ['kworker/0:1-events_unbound', 'kworker/0:1-events_unbound'],
    ['größe', 'größe'],
  ])('reads the name in (%s)', (written, comm) => {
    expectFields(parsePidStat(line(written)), { comm, ppid: 1, rss: 21 });
  });

  it('replaces what is not UTF-8', () => {
    const bytes = line('aXb');
    bytes[5] = 0xff;
    expect(parsePidStat(bytes).comm).toBe('a\ufffdb');
  });

  it('follows a change of name in a result used again', () => {
    const into = new PidStat();
    const names = ['init', 'init', 'sshd', 'sshd: x', ''].map((comm) => parsePidStat(line(comm), into).comm);
    expect(names).toEqual(['init', 'init', 'sshd', 'sshd: x', '']);
  });

  it.each(['', '1', '1 (a', '1 a) S', '1 (a)', '1 (a) S 1 2 3', '1 )a( S 1', `1 (a) ${FIELDS.slice(0, -3)}`])(
    'refuses %j',
    (text) => {
      expect(() => parsePidStat(bytesOf(text))).toThrow(ParseError);
    },
  );
});
