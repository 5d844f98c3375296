import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { readSmallFile } from './read-small-file.ts';

function pipe(): string {
  const path = `${temporaryTree()}/pipe`;
  execFileSync('mkfifo', [path]);
  return path;
}

describe('readSmallFile', () => {
  it.each([0, 1, 65_536, 65_537, 300_000])('reads a file of %d bytes', (size) => {
    const path = `${temporaryTree()}/file`;
    writeFileSync(path, 'x'.repeat(size));
    expect(readSmallFile(path).toString()).toBe('x'.repeat(size));
  });

  it('reads what the kernel says is empty', () => {
    expect(readSmallFile('/proc/version').toString()).toContain('Linux');
    expect(readSmallFile('/dev/null')).toHaveLength(0);
  });

  it.each([
    ['/dev/zero', 'it is larger than 1048576 bytes'],
    ['/proc', 'it is a directory'],
    ['/nowhere', 'ENOENT'],
  ])('refuses %s', (path, message) => {
    expect(() => readSmallFile(path)).toThrow(message);
  });

  it('waits for no pipe that nobody writes to', () => {
    expect(() => readSmallFile(pipe())).toThrow('it is a pipe that nobody writes to');
  });

  it('reads a pipe to its end, and not for ever', async () => {
    const path = pipe();
    const writer = spawn('sh', ['-c', `exec 3<>"${path}"; echo written >&3; echo; exec sleep 60`]);
    await new Promise((resolve) => writer.stdout.on('data', resolve));
    onTestFinished(() => void writer.kill());
    let time = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (time += 100));
    onTestFinished(() => now.mockRestore());
    expect(() => readSmallFile(path)).toThrow('was not reached within 2 seconds');
    expect(time).toBeGreaterThan(2000);
  });
});
