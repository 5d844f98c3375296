import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';

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

  it('leaves other errors as they are', () => {
    expect(explain(systemError('EWEIRD', '/x'))).toBe('EWEIRD: as Node says it');
    expect(explain(systemError('ENOENT'))).toBe('ENOENT: as Node says it');
    expect(explain(new Error('plain'))).toBe('plain');
    expect(explain('text')).toBe('text');
  });
});
