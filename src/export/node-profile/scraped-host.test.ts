import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { createKeptFiles } from '../../measure/host/kept-files.ts';
import { createScrapedFiles } from './scraped-host.ts';

/** A host that counts open files and how often one was opened. */
function counting(texts: Record<string, string>, soft = '4096') {
  const counts = { open: 0, opened: 0, read: 0 };
  const limits = `Max open files            ${soft}                 524288               files\n`;
  const recorded = createRecordedHost(new Map(Object.entries({ 'proc/self/limits': limits, ...texts })));
  const kept = createKeptFiles(
    {
      read(path) {
        counts.read += 1;
        return Buffer.from(recorded.read(path));
      },
      open(path) {
        const file = recorded.open(path);
        counts.open += 1;
        counts.opened += 1;
        return { read: () => Buffer.from(file.read()), close: () => void (counts.open -= 1) };
      },
    },
    false,
  );
  const { host, sweep } = createScrapedFiles({ ...recorded, ...kept });
  counts.read = 0;
  return { host, sweep, counts, recorded };
}

describe('files of the kernel', () => {
  it('stay open, and are read anew', () => {
    const { host, recorded, counts, sweep } = counting({ 'proc/loadavg': '1\n' });
    expect(host.readText('/proc/loadavg')).toBe('1');
    sweep();
    recorded.useTree(new Map([['proc/loadavg', '2\n']]));
    expect(host.readText('/proc/loadavg')).toBe('2');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
  });

  it('are closed when a scrape does not read them', () => {
    const { host, counts, sweep } = counting({ 'proc/loadavg': '1\n', 'sys/class/x': '2\n' });
    host.read('/proc/loadavg');
    host.read('/sys/class/x');
    sweep();
    host.read('/proc/loadavg');
    sweep();
    expect(counts.open).toBe(1);
  });

  it('are closed when their folder has come to mean another thing', () => {
    const { host, counts, recorded } = counting({ 'sys/class/x/y': '1\n', 'sys/class/x2': '2\n' });
    host.read('/sys/class/x/y');
    host.read('/sys/class/x2');
    recorded.useTree(new Map());
    host.forget('/sys/class/x');
    expect(host.readText('/sys/class/x/y')).toBeNull();
    expect(counts.open).toBe(1);
  });

  it('are not all kept open where descriptors are few; those that are missing take up no room', () => {
    const { host, counts } = counting({ 'proc/a': '1\n', 'proc/b': '2\n' }, '264');
    expect(host.readText('/proc/none')).toBeNull();
    expect(host.readText('/proc/a')).toBe('1');
    expect(host.readText('/proc/b')).toBe('2');
    expect(counts).toEqual({ open: 1, opened: 1, read: 1 });
  });
});

it('other files are not kept: another may take their place', () => {
  const { host, counts } = counting({ 'etc/os-release': 'ID=x\n' });
  expect(host.readText('/etc/os-release')).toBe('ID=x');
  expect(counts.open).toBe(0);
});
