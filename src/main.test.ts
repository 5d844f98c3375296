import { describe, expect, it } from 'vitest';
import { withDefaultMode } from './main.ts';

describe('withDefaultMode', () => {
  it.each([
    [[], ['-w']],
    [
      ['-p', '80'],
      ['-w', '-p', '80'],
    ],
    [['--fetch'], ['--fetch']],
    [['--password'], ['-w', '--password']],
    [['-s'], ['-s']],
    [['--nope'], ['--nope']],
  ])('%j becomes %j', (argv, expected) => {
    expect(withDefaultMode(argv)).toEqual(expected);
  });
});
