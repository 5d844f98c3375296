import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseRknpuLoad } from './rknpu-load.ts';

describe('parseRknpuLoad', () => {
  it('is the mean of the cores', () => expect(parseRknpuLoad(sample('rknpu-load'))).toBe(15));

  it.each([
    ['NPU load:  Core0:  1%, Core1:  2%,\n', 1],
    ['NPU load:  8%\n', 8],
    ['NPU load: 100%', 100],
    ['', null],
    ['load: 8%', null],
    ['NPU load: Core0: x%', null],
  ])('reads %j as %j', (text, load) => {
    expect(parseRknpuLoad(bytesOf(text))).toBe(load);
  });
});
