import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { ParseError } from '../../core/parse-error.ts';
import { bytesOf } from './bytes.ts';
import { parseCpuList } from './cpu-list.ts';

describe('parseCpuList', () => {
  it('reads a recorded file', () => expect(parseCpuList(sample('cpu-list'))).toEqual([0, 1]));

  it.each<[string, number[]]>([
    ['', []],
    ['\n', []],
    ['0', [0]],
    ['0-3,8\n', [0, 1, 2, 3, 8]],
    ['2-2,5,9-10', [2, 5, 9, 10]],
  ])('%j', (text, numbers) => {
    expect(parseCpuList(text)).toEqual(numbers);
    expect(parseCpuList(bytesOf(text))).toEqual(numbers);
  });

  it.each(['a', '-', '1-', '-1', '3-1', '1,1', '5,0-3', '1,,2', '0-99999999999', '0-65536', '0-3:1/2'])(
    'refuses %j',
    (text) => {
      expect(() => parseCpuList(text)).toThrow(ParseError);
    },
  );
});
