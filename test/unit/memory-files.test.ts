import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TreeEntry, Tree } from '../../scripts/support/tree.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const FILES = {
  'proc/uptime': '1.00 2.00\r\n',
  'sys/devices/card0/driver/name': 'amdgpu\n',
  'etc/passwd': 'root\n',
};
const LINKS = {
  'sys/class/card0': '../devices/card0',
  'sys/class/absolute': '/sys/devices',
  'sys/class/loop': 'loop',
  'sys/class/broken': '../nothing',
};

function fromDisk() {
  const root = temporaryTree({ ...FILES, 'sys/class/.keep': '' });
  // Where kernel paths are on a disk, their absolute links lead out of the recording.
  for (const [path, target] of Object.entries(LINKS)) {
    symlinkSync(target.replace(/^\/sys/, join(root, 'sys')), join(root, path));
  }
  return createRecordedHost(root);
}

function fromMemory(more: readonly [string, TreeEntry][] = []) {
  const links = Object.entries(LINKS).map(([path, linkTo]): [string, TreeEntry] => [path, { linkTo }]);
  const tree: Tree = new Map([...Object.entries(FILES), ...links, ['sys/class/.keep', ''], ...more]);
  return createRecordedHost(tree);
}

type Host = ReturnType<typeof fromDisk>;

const outcome = (call: () => unknown): unknown => {
  try {
    const value = call();
    return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

describe('files in memory', () => {
  it.each<[string, (host: Host) => unknown]>([
    ['a file', (host) => host.read('/proc/uptime')],
    ['its line', (host) => host.readText('/proc/uptime')],
    ['a file behind links', (host) => host.read('/sys/class/card0/driver/name')],
    ['a file behind an absolute link', (host) => host.read('/sys/class/absolute/card0/driver/name')],
    ['a file behind ..', (host) => host.read('/sys/class/../devices/./card0/driver/name')],
    ['a file that is missing', (host) => host.read('/proc/stat')],
    ['no line of it', (host) => host.readText('/proc/stat')],
    ['a folder', (host) => host.read('/proc')],
    ['a file below a file', (host) => host.read('/proc/uptime/x')],
    ['a link to itself', (host) => host.read('/sys/class/loop')],
    ['a link to nothing', (host) => host.read('/sys/class/broken')],
    ['names', (host) => host.list('/sys/class').sort()],
    ['names one by one', (host) => [...host.names('/sys/devices')]],
    ['names behind a link', (host) => host.list('/sys/class/card0')],
    ['names below a file', (host) => host.list('/proc/uptime')],
    ['names in a folder that is missing', (host) => host.list('/run')],
    ['a target', (host) => host.readLink('/sys/class/card0')],
    ['the target of a file', (host) => host.readLink('/proc/uptime')],
    ['the target of what is missing', (host) => host.readLink('/proc/none')],
    ['an open file', (host) => host.open('/etc/passwd').read()],
    ['an open file that is missing', (host) => host.open('/etc/shadow')],
  ])('give %s as those on a disk do', (_, call) => {
    expect(outcome(() => call(fromMemory()))).toEqual(outcome(() => call(fromDisk())));
  });

  it('overwrite what was read before, as the host does', () => {
    const host = fromMemory();
    const kept = host.read('/etc/passwd');
    host.read('/sys/devices/card0/driver/name');
    expect(Buffer.from(kept).toString()).toBe('amdgp');
  });

  it('refuse what could not be read', () => {
    const host = fromMemory([['proc/7/io', { isRefused: true }]]);
    expect(() => host.read('/proc/7/io')).toThrow(expect.objectContaining({ code: 'EACCES' }));
    expect(host.list('/proc/7')).toEqual(['io']);
  });

  it('hold content of any size', () => {
    const large = 'x'.repeat(300_000);
    expect(fromMemory([['proc/large', large]]).readText('/proc/large')).toBe(large);
  });
});
