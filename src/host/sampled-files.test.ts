import { describe, expect, it } from 'vitest';
import { keepSampled } from './sampled-files.ts';
import { systemError } from './system-error.ts';

/** Files of which each has the content given, or fails with the code that `faults` has for it. */
function reading(texts: Record<string, string>) {
  const faults = new Map<string, string>();
  const counts = { open: 0, opened: 0, read: 0 };
  const contentOf = (path: string): Buffer => {
    const code = faults.get(path);
    if (code !== undefined) throw systemError(code, 'fault', 'read', path);
    return Buffer.from(texts[path] ?? '');
  };
  const read = keepSampled({
    read(path) {
      counts.read += 1;
      return contentOf(path);
    },
    open(path) {
      if (texts[path] === undefined) throw systemError('ENOENT', 'no such file', 'open', path);
      counts.open += 1;
      counts.opened += 1;
      return { read: () => contentOf(path), close: () => void (counts.open -= 1) };
    },
  });
  return { texts, faults, counts, read: (path: string) => String(read(path)) };
}

describe('files that are read at every sample', () => {
  it('stay open, and are read anew', () => {
    const { texts, counts, read } = reading({ '/proc/stat': 'cpu 1' });
    expect(read('/proc/stat')).toBe('cpu 1');
    texts['/proc/stat'] = 'cpu 2';
    expect(read('/proc/stat')).toBe('cpu 2');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
  });

  it('are opened again where the open one cannot be read', () => {
    const { faults, counts, read } = reading({ '/proc/stat': 'cpu 1' });
    read('/proc/stat');
    faults.set('/proc/stat', 'EIO');
    expect(() => read('/proc/stat')).toThrow('fault');
    expect(counts.open).toBe(0);
    faults.clear();
    expect(read('/proc/stat')).toBe('cpu 1');
    expect(counts.opened).toBe(3);
  });

  it('may be missing', () => {
    const { texts, read } = reading({});
    expect(() => read('/proc/pressure/irq')).toThrow('no such file');
    texts['/proc/pressure/irq'] = 'full';
    expect(read('/proc/pressure/irq')).toBe('full');
  });

  it('are few: all others are opened each time', () => {
    const { counts, read } = reading({ '/proc/1/stat': '1', '/etc/passwd': 'root' });
    read('/proc/1/stat');
    read('/etc/passwd');
    expect(counts).toEqual({ open: 0, opened: 0, read: 2 });
  });
});
