import { describe, expect, it } from 'vitest';
import { absentPath, explain } from './explain.ts';

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: as Node says it`), { code, ...(path !== undefined && { path }) });

describe('explain', () => {
  it.each([
    ['ENOENT', '/proc/stat', /^\/proc\/stat does not exist/],
    ['EACCES', '/proc/1/io', /^no permission to read \/proc\/1\/io: run the agent as root/],
    ['EIO', '/sys/class/hwmon/x', /input\/output error/],
    ['EMFILE', '/proc/1/stat', /ulimit -n/],
  ])('says %s in words', (code, path, words) => {
    expect(explain(systemError(code, path))).toMatch(words);
  });

  it('names no codes of other errors of files', () => {
    expect(explain(systemError('EWEIRD', '/x'))).toBe('/x cannot be used: as Node says it');
    expect(explain(systemError('ENOENT'))).toBe('there is no such file');
  });

  it('leaves other errors as they are', () => {
    expect(explain(new Error('plain'))).toBe('plain');
    expect(explain('text')).toBe('text');
  });
});

describe('absentPath', () => {
  const error = (code: string, syscall: string): Error =>
    Object.assign(new Error(code), { code, syscall, path: '/proc/x' });

  it.each([
    ['ENOENT', 'open', '/proc/x'],
    ['ENOTDIR', 'scandir', '/proc/x'],
    ['EACCES', 'open', null],
    ['ENOENT', 'spawn', null],
    ['ENOENT', 'connect', null],
  ])('of %s at %s is %s', (code, syscall, path) => {
    expect(absentPath(error(code, syscall))).toBe(path);
  });

  it('is null for what is no system error', () => {
    expect(absentPath('ENOENT')).toBe(null);
    expect(absentPath(new Error('ENOENT'))).toBe(null);
  });
});
