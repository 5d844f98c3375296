import { expect, it } from 'vitest';
import { isImage, isReadOnly, isSealed } from './read-only.ts';

it.each([
  ['ro,relatime', true],
  ['rw,errors=remount-ro', false],
  ['relatime,ro', true],
  ['rw,relatime,emergency_ro', true],
  ['rw,ro_test=ro', false],
  [null, false],
])('mounted with %j', (options, expected) => {
  expect(isReadOnly(options)).toBe(expected);
});

it.each([
  ['squashfs', true, true],
  ['iso9660', true, true],
  // A writable disc fills up like any other.
  ['udf', false, false],
  ['ext4', true, false],
  [null, true, false],
])('%j, mounted read-only: %j, is as full as it was made: %j', (type, readOnly, expected) => {
  expect(isImage(type, readOnly)).toBe(expected);
});

it.each([
  ['a verified system partition', { fs_type: 'ext4', options: 'ro,seclabel', used: 9, size: 9 }, true],
  ['one that is writable', { fs_type: 'ext4', options: 'rw', used: 9, size: 9 }, false],
  ['a read-only one with a reserve', { fs_type: 'ext4', options: 'ro', used: 8, size: 9 }, false],
  ['an image', { fs_type: 'squashfs', options: 'ro', used: 8, size: 9 }, true],
])('%s is sealed or not', (_, item, expected) => {
  expect(isSealed(item)).toBe(expected);
});
