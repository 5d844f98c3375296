import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../test/support/fake-host.ts';
import type { Host, OpenFile } from '../core/host.ts';
import { systemError } from '../host/system-error.ts';
import { createKeptFiles } from './kept-files.ts';

/** A host that counts open files and how often one was opened; reading fails with the code that `faults` has for a path. */
function counting(texts: Record<string, string>, soft = '4096') {
  const faults = new Map<string, string>();
  const counts = { open: 0, opened: 0, read: 0 };
  const limits = `Max open files            ${soft}                 524288               files\n`;
  const recorded = createRecordedHost(new Map(Object.entries({ 'proc/self/limits': limits, ...texts })));
  const open = (path: string): OpenFile => {
    const file = recorded.open(path);
    counts.open += 1;
    counts.opened += 1;
    return {
      read() {
        const code = faults.get(path);
        if (code !== undefined) throw systemError(code, 'fault', 'read', path);
        return file.read();
      },
      close: () => void (counts.open -= 1),
    };
  };
  const read: Host['read'] = (path) => {
    counts.read += 1;
    return recorded.read(path);
  };
  const files = createKeptFiles({ ...recorded, open, read });
  counts.read = 0;
  return { ...files, faults, counts, recorded };
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

  it('are opened again when their device has gone, and are absent when there is no other', () => {
    const { host, faults, counts, recorded } = counting({ 'sys/class/x': '1\n' });
    host.read('/sys/class/x');
    faults.set('/sys/class/x', 'ENODEV');
    expect(host.readText('/sys/class/x')).toBeNull();
    expect(counts).toMatchObject({ open: 0, opened: 2 });
    faults.clear();
    expect(host.readText('/sys/class/x')).toBe('1');
    recorded.useTree(new Map());
    host.forget('/sys/class');
    expect(host.readText('/sys/class/x')).toBeNull();
    expect(counts.open).toBe(0);
  });

  it('stay open when they cannot be read at times', () => {
    const { host, faults, counts } = counting({ 'sys/class/net/eth0/speed': '1000\n' });
    faults.set('/sys/class/net/eth0/speed', 'EINVAL');
    expect(host.readText('/sys/class/net/eth0/speed')).toBeNull();
    faults.clear();
    expect(host.readText('/sys/class/net/eth0/speed')).toBe('1000');
    expect(counts).toEqual({ open: 1, opened: 1, read: 0 });
  });

  it('are not all kept open where descriptors are few', () => {
    const { host, counts } = counting({ 'proc/a': '1\n', 'proc/b': '2\n' }, '264');
    host.read('/proc/a');
    expect(host.readText('/proc/b')).toBe('2');
    expect(counts).toEqual({ open: 1, opened: 1, read: 1 });
  });
});

it('other files are not kept: another may take their place', () => {
  const { host, counts } = counting({ 'etc/os-release': 'ID=x\n' });
  expect(host.readText('/etc/os-release')).toBe('ID=x');
  expect(counts.open).toBe(0);
});
