import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createPaths } from './paths.ts';

/** A proc file system as seen from another process name space: `self` and `net` are links to the reader. */
function mountedRoot(): string {
  const root = temporaryTree({ 'proc/1/net/dev': '', 'proc/1/mounts': '', 'proc/stat': '' });
  symlinkSync('4711', join(root, 'proc/self'));
  symlinkSync('self/net', join(root, 'proc/net'));
  return root;
}

describe('without a root', () => {
  it.each([undefined, '', '/', '//', '/..'])('%j: every path means itself', (root) => {
    const paths = createPaths(root, { HOST_PROC: '/proc', HOST_SYS: '/sys/', HOST_ETC: '' });
    expect(paths.isLocal).toBe(true);
    expect(paths.find('/proc/net/dev')).toBe('/proc/net/dev');
    expect(paths.place('/mnt/nas')).toBe('/mnt/nas');
  });
});

describe('below the root of a mounted host', () => {
  it('finds paths below it', () => {
    const root = mountedRoot();
    const paths = createPaths(root, {});
    expect(paths.isLocal).toBe(false);
    expect(paths.find('/proc/stat')).toBe(join(root, 'proc/stat'));
    expect(paths.find('/sys/class/net')).toBe(join(root, 'sys/class/net'));
    expect(paths.place('/mnt/nas')).toBe(join(root, 'mnt/nas'));
    expect(paths.place('/')).toBe(root);
  });

  it("takes network and mounts of the host's first process, not of the reader", () => {
    const root = mountedRoot();
    const paths = createPaths(root, {});
    expect(paths.find('/proc/net/dev')).toBe(join(root, 'proc/1/net/dev'));
    expect(paths.find('/proc/net')).toBe(join(root, 'proc/1/net'));
    expect(paths.find('/proc/self/mounts')).toBe(join(root, 'proc/1/mounts'));
    expect(paths.find('/proc/self/net/dev')).toBe(join(root, 'proc/1/net/dev'));
    // Would be the reader's own if the host's lacks the file (IPv6 disabled).
    expect(paths.find('/proc/net/if_inet6')).toBe(join(root, 'proc/1/net/if_inet6'));
    expect(paths.find('/proc/selfish')).toBe(join(root, 'proc/selfish'));
  });

  it('takes what was recorded in a recorded tree', () => {
    const root = temporaryTree({ 'proc/net/dev': '', 'proc/self/mounts': '', 'proc/1/stat': '' });
    const paths = createPaths(root, {});
    expect(paths.find('/proc/net/dev')).toBe(join(root, 'proc/net/dev'));
    expect(paths.find('/proc/self/mounts')).toBe(join(root, 'proc/self/mounts'));
    expect(paths.find('/proc/self/stat')).toBe(join(root, 'proc/1/stat'));
  });

  it('follows links as the host would', () => {
    const root = temporaryTree({ 'usr/lib/os-release': 'ours', 'data/motd': '' });
    mkdirSync(join(root, 'etc'));
    symlinkSync('/usr/lib/os-release', join(root, 'etc/os-release'));
    symlinkSync('../../../../../etc/os-release', join(root, 'usr/lib/again'));
    symlinkSync('/data', join(root, 'var'));
    symlinkSync('loop', join(root, 'loop'));
    const paths = createPaths(root, {});
    expect(readFileSync(paths.find('/etc/os-release'), 'utf8')).toBe('ours');
    expect(paths.find('/usr/lib/again')).toBe(join(root, 'usr/lib/os-release'));
    expect(paths.find('/var/motd')).toBe(join(root, 'data/motd'));
    expect(paths.find('/var/none/file')).toBe(join(root, 'data/none/file'));
    expect(paths.findLink('/etc/os-release')).toBe(join(root, 'etc/os-release'));
    expect(() => paths.find('/loop')).toThrow(expect.objectContaining({ code: 'ELOOP' }));
  });

  it('is never left, whatever the path', () => {
    const root = mountedRoot();
    symlinkSync('../../../..', join(root, 'up'));
    const paths = createPaths(root, {});
    const names = fc.constantFrom('..', '.', '', 'proc', 'net', 'self', 'up', 'etc', 'passwd', '1');
    fc.assert(
      fc.property(fc.array(names), fc.constantFrom('', '/'), (parts, start) => {
        const path = start + parts.join('/');
        for (const real of [paths.find(path), paths.findLink(path), paths.place(path)]) {
          expect(real === root || real.startsWith(`${root}/`)).toBe(true);
        }
      }),
    );
  });
});

describe('the variables of a container', () => {
  it('say where the root and its parts are', () => {
    const root = mountedRoot();
    const paths = createPaths(undefined, { HOST_PROC: join(root, 'proc'), HOST_ETC: '/host/etc' });
    expect(paths.isLocal).toBe(false);
    expect(paths.find('/proc/stat')).toBe(join(root, 'proc/stat'));
    expect(paths.find('/proc/net/dev')).toBe(join(root, 'proc/1/net/dev'));
    expect(paths.find('/etc/hostname')).toBe('/host/etc/hostname');
    expect(paths.find('/sys/class')).toBe('/sys/class');
    expect(paths.place('/home')).toBe('/home');
  });

  it('leave /proc/net alone when only another part is elsewhere', () => {
    expect(createPaths('/', { HOST_SYS: '/host/sys' }).find('/proc/net/dev')).toBe('/proc/net/dev');
  });

  it('yield to a given root, except for the parts', () => {
    const variables = { HOST_ROOT: '/elsewhere', HOST_SYS: '/sysfs' };
    expect(createPaths('/host', variables).place('/etc')).toBe('/host/etc');
    expect(createPaths('/host', variables).find('/sys/class')).toBe('/sysfs/class');
    expect(createPaths(undefined, variables).place('/etc')).toBe('/elsewhere/etc');
  });
});
