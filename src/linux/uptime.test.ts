import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/sample.ts';
import { ParseError } from '../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseUptime } from './uptime.ts';

describe('parseUptime', () => {
  it('reads a recorded file', () => expect(parseUptime(sample('uptime')).uptime).toBeGreaterThan(0));

  it('reads both numbers', () => {
    expect(parseUptime(bytesOf('648.10 1224.27 5\n'))).toEqual({ uptime: 648.1, idle: 1224.27 });
    expect(parseUptime(bytesOf('9'))).toEqual({ uptime: 9, idle: 0 });
  });

  it.each(['', '\n', 'x'])('refuses %j', (text) =>
    expect(() => parseUptime(bytesOf(text))).toThrow(ParseError),
  );
});
