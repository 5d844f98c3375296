import { execFileSync } from 'node:child_process';
import { statfsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createHost } from './local-host.ts';

describe('the host this runs on', () => {
  const host = createHost({ env: { PATH: process.env['PATH'] } });

  it('is read from its own root', async () => {
    expect(host.isLocal).toBe(true);
    expect(host.machine).toBe(execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim());
    expect(String(host.read('/proc/self/stat'))).toMatch(new RegExp(`^${process.pid} `));
    expect(host.list('/proc')).toContain('self');
    expect([...host.names('/proc/self')].toSorted()).toEqual(host.list('/proc/self').toSorted());
    expect(host.readLink('/proc/self')).toBe(String(process.pid));
    expect((await host.statfs('/', 5000)).blocks).toBe(statfsSync('/').blocks);
    expect(host.hangs()).toEqual([]);
  });

  it('tells its addresses', () => {
    expect(host.addresses()).toContainEqual({
      interfaceName: 'lo',
      family: 4,
      address: '127.0.0.1',
      netmask: '255.0.0.0',
    });
  });

  it('runs programs', async () => {
    expect(await host.run(['printenv', 'LC_ALL'], { timeoutMs: 5000, maxBytes: 100 })).toMatchObject({
      stdout: 'C\n',
    });
  });
});

describe('a host below a root', () => {
  it('is read from there', async () => {
    const root = temporaryTree({ 'proc/1/net/dev': 'theirs', 'etc/hostname': 'other\n', 'sys/kernel/x': '' });
    symlinkSync('1', join(root, 'proc/self'));
    symlinkSync('/etc/hostname', join(root, 'etc/name'));
    const host = createHost({ root, env: {} });
    expect(host.isLocal).toBe(false);
    expect(String(host.read('/proc/net/dev'))).toBe('theirs');
    expect(host.readText('/etc/name')).toBe('other');
    expect(host.readLink('/etc/name')).toBe('/etc/hostname');
    expect(host.list('/sys/kernel')).toEqual(['x']);
    const file = host.open('/etc/hostname');
    expect(String(file.read())).toBe('other\n');
    file.close();
    expect((await host.statfs('/etc', 5000)).blocks).toBe(statfsSync(root).blocks);
  });

  it('has the addresses that its files tell', () => {
    const root = temporaryTree({
      'proc/net/if_inet6': '00000000000000000000000000000001 01 80 10 80       lo\n',
    });
    expect(createHost({ root, env: {} }).addresses()).toMatchObject([
      { interfaceName: 'lo', address: '::1' },
    ]);
    expect(createHost({ root: temporaryTree(), env: {} }).addresses()).toEqual([]);
  });

  it('has its root where the environment says', () => {
    const root = temporaryTree({ 'etc/hostname': 'other' });
    expect(createHost({ env: { HOST_ROOT: root } }).readText('/etc/hostname')).toBe('other');
  });
});

describe('readText', () => {
  it('gives text without its line end, or null', () => {
    const root = temporaryTree({ unix: 'a b\n', dos: 'ä\r\n', two: 'a\n\n', none: 'x', empty: '' });
    const host = createHost({ root, env: {} });
    const lines = ['/unix', '/dos', '/two', '/none', '/empty', '/missing', '/'].map((path) =>
      host.readText(path),
    );
    expect(lines).toEqual(['a b', 'ä', 'a\n', 'x', '', null, null]);
  });
});
