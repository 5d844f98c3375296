import { describe, expect, it } from 'vitest';
import { createKeptFiles } from './kept-files.ts';
import { systemError } from './system-error.ts';

/** Files with the given content, or with the error that `faults` has for them. */
function reading(texts: Record<string, string>, keepsSampled = true) {
  const faults = new Map<string, string>();
  const counts = { open: 0, opened: 0, read: 0 };
  const contentOf = (path: string): Buffer => {
    const code = faults.get(path);
    if (code !== undefined) throw systemError(code, 'fault', 'read', path);
    return Buffer.from(texts[path] ?? '');
  };
  const files = {
    read(path: string) {
      counts.read += 1;
      return contentOf(path);
    },
    open(path: string) {
      if (texts[path] === undefined) throw systemError('ENOENT', 'no such file', 'open', path);
      counts.open += 1;
      counts.opened += 1;
      return { read: () => contentOf(path), close: () => void (counts.open -= 1) };
    },
  };
  const { read, readKept, release } = createKeptFiles(files, keepsSampled);
  return {
    texts,
    faults,
    counts,
    read: (path: string) => String(read(path)),
    readKept: (path: string) => String(readKept(path)),
    release,
  };
}

describe('files that are read at every sample', () => {
  it('stay open, and are read anew', () => {
    const { texts, counts, read } = reading({ '/proc/stat': 'cpu 1' });
    expect(read('/proc/stat')).toBe('cpu 1');
    texts['/proc/stat'] = 'cpu 2';
    expect(read('/proc/stat')).toBe('cpu 2');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
  });

  it('may be missing', () => {
    const { texts, read } = reading({});
    expect(() => read('/proc/pressure/irq')).toThrow('no such file');
    texts['/proc/pressure/irq'] = 'full';
    expect(read('/proc/pressure/irq')).toBe('full');
  });

  it('are opened each time where they may be those of another machine', () => {
    const { counts, read } = reading({ '/proc/stat': 'cpu 1' }, false);
    read('/proc/stat');
    expect(counts).toEqual({ open: 0, opened: 0, read: 1 });
  });

  it('are few: all others are opened each time', () => {
    const { counts, read } = reading({ '/proc/1/stat': '1', '/etc/passwd': 'root' });
    read('/proc/1/stat');
    read('/etc/passwd');
    expect(counts).toEqual({ open: 0, opened: 0, read: 2 });
  });
});

describe('files that somebody keeps', () => {
  it('are open once, whoever reads them, until they are released', () => {
    const { counts, read, readKept, release } = reading({ '/proc/stat': 'cpu 1' });
    read('/proc/stat');
    readKept('/proc/stat');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
    release('/proc/stat');
    release('/proc/stat');
    expect(counts.open).toBe(0);
    expect(read('/proc/stat')).toBe('cpu 1');
    expect(counts).toEqual({ open: 1, opened: 2, read: 0 });
  });

  it('are opened again when their device has gone', () => {
    const { texts, faults, counts, readKept } = reading({ '/sys/class/x': '1' });
    readKept('/sys/class/x');
    faults.set('/sys/class/x', 'ENODEV');
    expect(() => readKept('/sys/class/x')).toThrow('fault');
    expect(counts).toMatchObject({ open: 0, opened: 2 });
    faults.clear();
    expect(readKept('/sys/class/x')).toBe('1');
    delete texts['/sys/class/x'];
    faults.set('/sys/class/x', 'ENXIO');
    expect(() => readKept('/sys/class/x')).toThrow('no such file');
    expect(counts.open).toBe(0);
  });

  it('stay open when they cannot be read at times', () => {
    const { faults, counts, readKept } = reading({ '/sys/class/net/eth0/speed': '1000' });
    faults.set('/sys/class/net/eth0/speed', 'EINVAL');
    expect(() => readKept('/sys/class/net/eth0/speed')).toThrow('fault');
    faults.clear();
    expect(readKept('/sys/class/net/eth0/speed')).toBe('1000');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
  });
});
