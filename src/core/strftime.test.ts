import { describe, expect, it } from 'vitest';
import { strftime, utcOffset, zoneName } from './strftime.ts';

/** Suites run with TZ=UTC; Node follows a change of TZ at run time. */
function inZone<T>(zone: string, work: () => T): T {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return work();
  } finally {
    process.env['TZ'] = before;
  }
}

const date = new Date('2026-03-05T07:08:09.123Z');

describe('strftime', () => {
  it.each([
    ['%Y-%m-%d %H:%M:%S', '2026-03-05 07:08:09'],
    ['%F %T %R', '2026-03-05 07:08:09 07:08'],
    ['%a %A %b %B %h', 'Thu Thursday Mar March Mar'],
    ['%e|%k|%l|%I %p %P', ' 5| 7| 7|07 AM am'],
    ['%j %U %W %u %w', '064 09 09 4 4'],
    ['%y %C %s %f', '26 20 1772694489 123000'],
    ['%D %x %X %r', '03/05/26 03/05/26 07:08:09 07:08:09 AM'],
    ['%c', 'Thu Mar  5 07:08:09 2026'],
    ['%z %Z', '+0000 UTC'],
    ['100%% %n%t|', '100% \n\t|'],
    ['%Q stays %', '%Q stays %'],
  ])('%s', (format, expected) => {
    expect(strftime(format, date)).toBe(expected);
  });

  it('numbers weeks from the first Sunday and the first Monday', () => {
    expect(strftime('%U %W', new Date('2026-01-01T12:00:00Z'))).toBe('00 00');
    expect(strftime('%U %W', new Date('2026-01-04T12:00:00Z'))).toBe('01 00');
    expect(strftime('%U %W', new Date('2026-12-31T12:00:00Z'))).toBe('52 52');
  });
});

describe('time zones', () => {
  it.each([
    ['Europe/Berlin', '2026-01-15T12:00:00Z', '+0100', 'CET'],
    ['Europe/Berlin', '2026-07-15T12:00:00Z', '+0200', 'CEST'],
    ['America/New_York', '2026-01-15T12:00:00Z', '-0500', 'EST'],
    ['Asia/Kolkata', '2026-01-15T12:00:00Z', '+0530', 'IST'],
    ['UTC', '2026-01-15T12:00:00Z', '+0000', 'UTC'],
    ['Europe/London', '2026-01-15T12:00:00Z', '+0000', 'GMT'],
    ['Asia/Kathmandu', '2026-01-15T12:00:00Z', '+0545', '+0545'],
  ])('%s at %s', (zone, time, offset, name) => {
    inZone(zone, () => {
      expect(utcOffset(new Date(time))).toBe(offset);
      expect(zoneName(new Date(time))).toBe(name);
    });
  });

  it('separates hours and minutes on demand', () => {
    inZone('Asia/Kolkata', () => expect(utcOffset(date, ':')).toBe('+05:30'));
  });
});
