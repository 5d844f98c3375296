import { expect, it } from 'vitest';
import { wrapped } from './wrapped.ts';

it.each([
  [
    'no engine found: looked for /run/docker.sock',
    16,
    ['no engine found:', 'looked for', '/run/docker.sock'],
  ],
  ['宽 宽 宽', 5, ['宽 宽', '宽']],
  ['fits', 80, ['fits']],
  ['', 80, ['']],
])('breaks %j between words at %i cells', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});
