import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parsePidOwner, parsePidStatus } from './pid-status.ts';

describe('parsePidStatus', () => {
  it('reads a recorded file', () => {
    const status = parsePidStatus(sample('pid-status'));
    expect(status).toMatchObject({
      uid: 0,
      gids: { real: 0, effective: 0, saved: 0 },
      threads: 1,
      vmSwap: 0,
    });
    expect(status.cpusAllowedList).toBe('0-1');
    expect(status.ppid).toBeGreaterThan(0);
  });

  it('takes the real user id and three group ids, and bytes of swap', () => {
    const text = 'Name:\ta\nPPid:\t9\nUid:\t1000\t1\t2\t3\nGid:\t4294967294\t5\t6\t7\nVmSwap:\t     12 kB\n';
    expect(parsePidStatus(bytesOf(text))).toMatchObject({
      ppid: 9,
      uid: 1000,
      gids: { real: 4294967294, effective: 5, saved: 6 },
      vmSwap: 12_288,
    });
  });

  it('tells voluntary from involuntary context switches', () => {
    const text = 'Uid:\t1\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t545\n';
    expect(parsePidStatus(bytesOf(text))).toMatchObject({
      voluntaryCtxtSwitches: 150,
      nonvoluntaryCtxtSwitches: 545,
    });
  });

  it('leaves defaults for lines that are missing', () => {
    expect(parsePidStatus(bytesOf('Uid:\t1\n'))).toEqual({
      ppid: 0,
      uid: 1,
      gids: { real: 0, effective: 0, saved: 0 },
      threads: 0,
      vmSwap: null,
      cpusAllowedList: '',
      voluntaryCtxtSwitches: 0,
      nonvoluntaryCtxtSwitches: 0,
    });
  });

  it.each(['', 'Name:\tUid: 5\n', 'Uid:\n', ' Uid: 5'])('refuses %j', (text) => {
    expect(() => parsePidStatus(bytesOf(text))).toThrow(ParseError);
  });
});

describe('parsePidOwner', () => {
  it('agrees with parsePidStatus', () => {
    const { uid, gids } = parsePidStatus(sample('pid-status'));
    expect(parsePidOwner(sample('pid-status'))).toEqual({ uid, gids });
  });

  it('takes the real user id and three group ids', () => {
    const text = 'Name:\ta\nUid:\t1000\t1\t2\t3\nGid:\t7\t5\t6\t7\nRest:\t1\n';
    expect(parsePidOwner(bytesOf(text))).toEqual({ uid: 1000, gids: { real: 7, effective: 5, saved: 6 } });
  });

  it.each(['', 'Uid:\t1\n', 'Gid:\t1\t1\t1\n', 'Uid:\tx\nGid:\t1\n'])('wants both lines: %j', (text) => {
    expect(() => parsePidOwner(bytesOf(text))).toThrow(ParseError);
  });
});
