import { describe, expect, it } from 'vitest';
import { lossIn, roundTrip } from './ping.ts';

describe('lossIn', () => {
  it.each([
    ['1 packets transmitted, 1 received, 0% packet loss, time 0ms', 0],
    ['3 packets transmitted, 0 packets received, 100% packet loss', 100],
    ['3 transmitted, 1 received, +2 errors, 66.6667% packet loss', 66.6667],
    ['', null],
  ])('reads %s', (output, percent) => {
    expect(lossIn(output)).toBe(percent);
  });
});

describe('roundTrip', () => {
  it.each([
    ['64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.041 ms', 0.000041],
    ['64 bytes from ::1: seq=0 ttl=64 time=12 ms', 0.012],
    ['time<1 ms', 0.001],
    ['no such thing', false],
    ['', false],
  ])('reads %s', (output, seconds) => {
    expect(roundTrip(output)).toBe(seconds);
  });
});
