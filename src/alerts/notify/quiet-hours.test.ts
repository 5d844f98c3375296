import { afterEach, describe, expect, it } from 'vitest';
import { isQuiet, parseQuietHours, quietEnd } from './quiet-hours.ts';

const night = parseQuietHours('22:00-07:00');
const day = parseQuietHours('9:00 - 17:30');
const zone = process.env['TZ'];
const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

afterEach(() => {
  process.env['TZ'] = zone;
});

describe('parseQuietHours', () => {
  it('reads times of the day', () => {
    expect(night).toEqual({ from: 1320, to: 420 });
    expect(day).toEqual({ from: 540, to: 1050 });
  });

  it.each(['', '22:00', '24:00-07:00', '22:60-07:00', '22-7', '22:00-22:00', '22:00-07:00,12:00-13:00'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseQuietHours(text)).toThrow(
        'expected two different times of the day such as 22:00-07:00',
      );
    },
  );
});

describe('isQuiet', () => {
  it.each([
    [night, '21:59:59', false],
    [night, '22:00:00', true],
    [night, '23:59:59', true],
    [night, '00:00:00', true],
    [night, '06:59:59', true],
    [night, '07:00:00', false],
    [night, '12:00:00', false],
    [day, '08:59:59', false],
    [day, '09:00:00', true],
    [day, '17:29:59', true],
    [day, '17:30:00', false],
  ])('%o at %s: %s', (hours, time, expected) => {
    expect(isQuiet(hours, at(`2026-01-10T${time}Z`))).toBe(expected);
  });

  it('goes by local time', () => {
    process.env['TZ'] = 'America/New_York';
    expect(isQuiet(night, at('2026-01-10T03:00:00Z'))).toBe(true);
    expect(isQuiet(night, at('2026-01-10T12:00:00Z'))).toBe(false);
  });
});

describe('quietEnd', () => {
  it.each([
    ['Europe/Berlin', 'an ordinary night', '2026-01-10T21:30:00Z', '2026-01-11T06:00:00Z'],
    // 29 March 2026: 02:00 becomes 03:00, so the night is an hour shorter.
    ['Europe/Berlin', 'the night the clocks go forward', '2026-03-28T21:30:00Z', '2026-03-29T05:00:00Z'],
    // 25 October 2026: 03:00 becomes 02:00, so the night is an hour longer.
    ['Europe/Berlin', 'the night the clocks go back', '2026-10-24T20:30:00Z', '2026-10-25T06:00:00Z'],
    ['Asia/Kathmandu', 'an offset of 45 minutes', '2026-01-10T18:00:30Z', '2026-01-11T01:15:00Z'],
    // Midnight itself does not exist: 00:00 becomes 01:00.
    ['Africa/Cairo', 'a midnight that is left out', '2026-04-23T21:30:00Z', '2026-04-24T04:00:00Z'],
  ])('%s: %s', (name, _, from, expected) => {
    process.env['TZ'] = name;
    expect(isQuiet(night, at(from))).toBe(true);
    expect(iso(quietEnd(night, at(from)))).toBe(iso(at(expected)));
  });

  it('ends in the hour that comes twice when it is over for the second time at the latest', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const hours = parseQuietHours('01:00-02:30');
    // 02:30 comes at 00:30Z and at 01:30Z; from 02:00 (again) to 02:30 (again) it is quiet once more.
    expect(iso(quietEnd(hours, at('2026-10-24T23:30:00Z')))).toBe('2026-10-25T00:30:00.000Z');
    expect(isQuiet(hours, at('2026-10-25T01:15:00Z'))).toBe(true);
    expect(iso(quietEnd(hours, at('2026-10-25T01:15:00Z')))).toBe('2026-10-25T01:30:00.000Z');
  });

  it('ends a span whose end does not exist when the clocks go forward', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const hours = parseQuietHours('01:00-02:30');
    expect(iso(quietEnd(hours, at('2026-03-29T00:30:00Z')))).toBe('2026-03-29T01:00:00.000Z');
  });
});
