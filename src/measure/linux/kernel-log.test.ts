import { expect, it } from 'vitest';
import { parseKernelLine } from './kernel-log.ts';

it.each([
  ['<6>[18047.232033] port 2 is down', { seconds: 18_047.232033, priority: 6, text: 'port 2 is down' }],
  // Facility 5 and level 6; BusyBox writes the same form.
  ['<46>[    0.000000] x', { seconds: 0, priority: 6, text: 'x' }],
  ['<4>[12.5] ', { seconds: 12.5, priority: 4, text: '' }],
])('reads %j', (line, expected) => {
  expect(parseKernelLine(line)).toEqual(expected);
});

it.each(['', ' continues', '[1.0] no level', '<x>[1.0] a', '<4>[1.0'])('finds no record in %j', (line) => {
  expect(parseKernelLine(line)).toBeNull();
});
