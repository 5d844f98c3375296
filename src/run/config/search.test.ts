import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../core/errors.ts';
import { diskFiles } from './files.ts';
import { findConfig, otherServerNotice } from './search.ts';

describe('findConfig', () => {
  let home: string;
  /** Files below /etc, which tests cannot write. */
  let system: Set<string>;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gander-home-'));
    system = new Set();
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const files = {
    exists: (path: string) => (path.startsWith('/etc/') ? system.has(path) : diskFiles.exists(path)),
    isFolder: diskFiles.isFolder,
  };
  const put = (path: string): string => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), '');
    return join(home, path);
  };
  const find = (explicit?: string, environment = {}) =>
    findConfig(explicit, { HOME: home, ...environment }, files);

  it('finds nothing', () => {
    expect(find()).toBeNull();
  });

  it("looks for the user's file, the system's, and then for those of glances", () => {
    system.add('/etc/glances/glances.conf');
    expect(find()).toEqual({ path: '/etc/glances/glances.conf', borrowed: true });
    const theirs = put('.config/glances/glances.conf');
    expect(find()).toEqual({ path: theirs, borrowed: true });
    system.add('/etc/gander/gander.conf');
    expect(find()).toMatchObject({ path: '/etc/gander/gander.conf', borrowed: false });
    const own = put('.config/gander/gander.conf');
    expect(find()).toMatchObject({ path: own, borrowed: false });
  });

  it('prefers XDG_CONFIG_HOME to ~/.config, unless it is not a full path', () => {
    const own = put('.config/gander/gander.conf');
    const xdg = put('xdg/gander/gander.conf');
    expect(find(undefined, { XDG_CONFIG_HOME: join(home, 'xdg') })?.path).toBe(xdg);
    expect(find(undefined, { XDG_CONFIG_HOME: 'xdg' })?.path).toBe(own);
    expect(find(undefined, { XDG_CONFIG_HOME: join(home, 'none') })).toBeNull();
  });

  it('does without a home', () => {
    expect(findConfig(undefined, {}, files)).toBeNull();
  });

  it('takes no folder for a file', () => {
    mkdirSync(join(home, '.config/gander/gander.conf'), { recursive: true });
    expect(find()).toBeNull();
  });

  it('reads what -C names, or refuses', () => {
    put('.config/gander/gander.conf');
    const other = put('other.conf');
    expect(find(other)).toEqual({ path: other, borrowed: false });
    expect(() => find('/nowhere/x.conf')).toThrow(
      new ConfigError(['The configuration file /nowhere/x.conf does not exist; -C names a file to read.']),
    );
  });

  it('says of a borrowed file that it is one', () => {
    expect(otherServerNotice({ path: '/etc/glances/glances.conf', borrowed: true })).toEqual([
      "There is no gander.conf, so /etc/glances/glances.conf is read; copy it to /etc/gander/gander.conf to make it Gander's own.",
    ]);
  });

  it('names the file of the other server that its own hides', () => {
    system.add('/etc/gander/gander.conf');
    system.add('/etc/glances/glances.conf');
    const found = find();
    expect(found).toEqual({
      path: '/etc/gander/gander.conf',
      borrowed: false,
      hidden: '/etc/glances/glances.conf',
    });
    expect(found && otherServerNotice(found)).toEqual([
      '/etc/glances/glances.conf is not read, because /etc/gander/gander.conf exists. Copy the sections you need into /etc/gander/gander.conf, or start with -C /etc/glances/glances.conf.',
    ]);
  });
});

it('tells a folder from nothing', () => {
  const find = (path: string) => findConfig(path, {}, diskFiles);
  expect(() => find('/etc')).toThrow('/etc is a directory; -C names a file to read');
  expect(() => find('/nowhere')).toThrow('/nowhere does not exist');
});

describe('diskFiles', () => {
  it('says why a file cannot be read', () => {
    expect(() => diskFiles.read('/nowhere/x.conf')).toThrow(
      new ConfigError(['The configuration file /nowhere/x.conf cannot be read: there is no such file.']),
    );
    expect(() => diskFiles.read('/etc')).toThrow(
      new ConfigError(['The configuration file /etc cannot be read: it is a directory.']),
    );
  });

  it('stops at endless files', () => {
    expect(() => diskFiles.read('/dev/zero')).toThrow(
      new ConfigError(['The configuration file /dev/zero cannot be read: it is larger than 1048576 bytes.']),
    );
  });

  it('reads bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gander-conf-'));
    const path = join(folder, 'a.conf');
    writeFileSync(path, '[ü]\n');
    expect(new TextDecoder().decode(diskFiles.read(path))).toBe('[ü]\n');
    rmSync(folder, { recursive: true });
  });
});
