import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createFileReader } from './file-reader.ts';

const files = createFileReader();
const MIB = 1024 * 1024;

describe('reading a file', () => {
  it('gives its bytes, whatever they are', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const tree = temporaryTree({ bytes, empty: '' });
    expect([...files.read(join(tree, 'bytes'))]).toEqual([...bytes]);
    expect(files.read(join(tree, 'empty'))).toHaveLength(0);
  });

  it.each([64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 3 * MIB, 16 * MIB])('gives all of %d bytes', (size) => {
    const content = Buffer.alloc(size, 'abcdefg');
    const tree = temporaryTree({ large: content });
    expect(createFileReader().read(join(tree, 'large')).equals(content)).toBe(true);
  });

  it('gives as much of a file as is asked for, and no more', () => {
    const tree = temporaryTree({ large: 'abc'.repeat(MIB), small: 'abc', empty: '' });
    expect(String(files.readHead(join(tree, 'large'), 5))).toBe('abcab');
    expect(String(files.readHead(join(tree, 'small'), 5))).toBe('abc');
    expect(files.readHead(join(tree, 'large'), 70_000)).toHaveLength(70_000);
    expect(files.readHead(join(tree, 'empty'), 5)).toHaveLength(0);
    expect(() => files.readHead(join(tree, 'none'), 5)).toThrow('ENOENT');
  });

  it('leaves nothing of a longer file before', () => {
    const tree = temporaryTree({ long: 'a'.repeat(100), short: 'b' });
    files.read(join(tree, 'long'));
    expect(files.read(join(tree, 'short')).toString()).toBe('b');
  });

  it('reads kernel files of several pages to the end although their size is given as 0', () => {
    const path = '/proc/crypto';
    expect(files.read(path).equals(readFileSync(path))).toBe(true);
  });

  it('refuses a file of more than 16 MiB with EFBIG, then goes on', () => {
    const tree = temporaryTree({ huge: '', small: 'small' });
    truncateSync(join(tree, 'huge'), 16 * MIB + 1);
    expect(() => files.read(join(tree, 'huge'))).toThrow(expect.objectContaining({ code: 'EFBIG' }));
    expect(files.read(join(tree, 'small')).toString()).toBe('small');
  });

  it.each(['read', 'open'] as const)('still reads kernel settings after a large file: %s', (way) => {
    const tree = temporaryTree({ huge: Buffer.alloc(5 * MIB, 'a') });
    const reader = createFileReader();
    const text = (path: string): string => {
      if (way === 'read') return String(reader.read(path));
      const file = reader.open(path);
      const content = String(file.read());
      file.close();
      return content;
    };
    expect(text(join(tree, 'huge'))).toHaveLength(5 * MIB);
    // A read of 4 MiB is refused here with ENOMEM.
    for (const name of ['hostname', 'osrelease', 'pid_max'])
      expect(text(`/proc/sys/kernel/${name}`)).toBe(readFileSync(`/proc/sys/kernel/${name}`, 'utf8'));
  });

  it('gives a large buffer back', () => {
    const tree = temporaryTree({ huge: Buffer.alloc(5 * MIB, 'a'), small: 'b' });
    const reader = createFileReader();
    const huge = reader.read(join(tree, 'huge'));
    const small = reader.read(join(tree, 'small'));
    expect(huge.buffer.byteLength).toBeGreaterThan(5 * MIB);
    expect(small.buffer.byteLength).toBeLessThan(MIB);
  });

  it('throws the errors of the system', () => {
    const tree = temporaryTree({ file: '' });
    expect(() => files.read(join(tree, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => files.read(join(tree, 'file', 'below'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    );
    expect(() => files.read(tree)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it('throws EACCES without permission', ({ skip }) => {
    const tree = temporaryTree({ secret: 'x' });
    chmodSync(join(tree, 'secret'), 0);
    const { geteuid, seteuid } = process;
    const isRoot = geteuid?.() === 0;
    if (isRoot && seteuid === undefined)
      skip('root may read everything, and a worker thread cannot change its user');
    chmodSync(tree, 0o755);
    if (isRoot) seteuid?.(65_534);
    try {
      expect(() => files.read(join(tree, 'secret'))).toThrow(expect.objectContaining({ code: 'EACCES' }));
    } finally {
      if (isRoot) seteuid?.(0);
    }
  });

  it('leaves no descriptor open, not even after an error', () => {
    const tree = temporaryTree({ file: 'x' });
    const openFiles = (): number => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let round = 0; round < 20; round++) {
      files.read(join(tree, 'file'));
      expect(() => files.read(tree)).toThrow('EISDIR');
    }
    expect(openFiles()).toBe(before);
  });
});

describe('a file kept open', () => {
  it('gives the content of the moment, from its beginning', () => {
    const tree = temporaryTree({ file: 'first' });
    const file = files.open(join(tree, 'file'));
    expect(String(file.read())).toBe('first');
    writeFileSync(join(tree, 'file'), '2nd');
    expect(String(file.read())).toBe('2nd');
    file.close();
  });

  it.each([1023, 1024, 1025, 64 * 1024, 200_000])('gives all of %d bytes', (size) => {
    const content = Buffer.alloc(size, 'abcdefg');
    const tree = temporaryTree({ large: content });
    const file = createFileReader().open(join(tree, 'large'));
    expect(Buffer.from(file.read()).equals(content)).toBe(true);
    expect(Buffer.from(file.read()).equals(content)).toBe(true);
    file.close();
  });

  it('reads kernel files of several records to the end', () => {
    const path = '/proc/crypto';
    const file = files.open(path);
    expect(Buffer.from(file.read()).equals(readFileSync(path))).toBe(true);
    file.close();
  });

  it('throws ESRCH when its process has gone', async () => {
    const child = spawn('sleep', ['60']);
    const file = files.open(`/proc/${child.pid}/stat`);
    expect(String(file.read())).toContain('(sleep)');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(() => file.read()).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    file.close();
  });

  it('can be closed twice, and not be read afterwards', () => {
    const tree = temporaryTree({ file: 'x', other: 'y' });
    const file = files.open(join(tree, 'file'));
    file.close();
    const other = files.open(join(tree, 'other'));
    file.close();
    expect(() => file.read()).toThrow(expect.objectContaining({ code: 'EBADF' }));
    expect(String(other.read())).toBe('y');
    other.close();
  });
});
