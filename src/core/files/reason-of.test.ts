import { getSystemErrorMap } from 'node:util';
import { expect, it } from 'vitest';
import { explain } from '../explain.ts';
import { FileError } from '../file-words.ts';
import { reasonOf } from './reason-of.ts';

/** As Node.js words errors of the file system. */
const nodeErrors = [...getSystemErrorMap()].flatMap(([errno, [code, meaning]]) =>
  code.startsWith('EAI_')
    ? []
    : [Object.assign(new Error(`${code}: ${meaning}, open '/state/x'`), { code, errno, path: '/state/x' })],
);
const unnamed = [-74, -117, -122, -126, -127, -999].map((errno) => {
  const code = `Unknown system error ${errno}`;
  return Object.assign(new Error(`${code}: ${code}, open '/state/x'`), { code, errno, path: '/state/x' });
});

it('has words for every error of the system, and no code', () => {
  expect(nodeErrors.length).toBeGreaterThan(60);
  for (const error of [...nodeErrors, ...unnamed]) {
    for (const words of [reasonOf(error), explain(error)]) {
      expect(words, error.message).not.toMatch(/\bE[A-Z\d]{2,}\b|Unknown system error|, open/);
      expect(words.length, error.message).toBeGreaterThan(5);
    }
  }
});

it.each([
  ['EISDIR', 'it is a directory'],
  ['ESPIPE', 'it is a pipe or a device, not a file'],
  ['EFBIG', 'it is larger than the file system or a limit of this process allows'],
  ['ELOOP', 'a symbolic link, or a loop of links, is in its place'],
])('says what %s means', (code, words) => {
  const error = Object.assign(new Error(`${code}: whatever, read`), { code });
  expect([reasonOf(error), explain(error)]).toEqual([words, words]);
});

it('keeps messages that are words already', () => {
  const own = new FileError('EFBIG', 'it is larger than 5 bytes');
  expect([reasonOf(own), reasonOf('why')]).toEqual(['it is larger than 5 bytes', 'why']);
  const unknown = Object.assign(new Error('Unknown system error -999: x'), { errno: -999 });
  expect(reasonOf(unknown)).toBe('the system reports error 999');
  expect(reasonOf(Object.assign(new Error('Unknown system error -117: x'), { errno: -117 }))).toBe(
    'the file system is damaged: check it',
  );
});
