import { expect, it } from 'vitest';
import { shortContainerIds } from './container-ids.ts';

const ID = '0123456789abcdef'.repeat(4);

it.each([
  [`docker-${ID}.scope`, 'docker-0123456789ab.scope'],
  [`/machine.slice/libpod-${ID}/${ID}`, '/machine.slice/libpod-0123456789ab/0123456789ab'],
  [`${ID}0`, `${ID}0`],
  ['nginx.service', 'nginx.service'],
])('%s is shown as %s', (text, short) => {
  expect(shortContainerIds(text)).toBe(short);
});
