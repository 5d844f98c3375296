/** The rules of docs/architecture.md. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, foldersOf, type Module, scanModules } from '../support/module-scan.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Packages that are restricted to certain folders. */
const PACKAGES: readonly { name: RegExp; rooms: readonly string[] }[] = [
  {
    name: /^@?fastify(\/|$)/,
    rooms: ['http', 'history', 'alerts', 'explain', 'api', 'export/metrics', 'fleet/routes', 'run/api'],
  },
  { name: /^commander$/, rooms: ['core/commands', 'alerts', 'run/cli'] },
  { name: /^jose$/, rooms: ['net/credentials', 'api/oidc'] },
  { name: /^oauth4webapi$/, rooms: ['api/oidc'] },
  { name: /^get-east-asian-width$/, rooms: ['show/terminal'] },
  { name: /^dns-packet$/, rooms: ['fleet/discovery'] },
  { name: /^koffi$/, rooms: ['measure/host'] },
  { name: /^saxes$/, rooms: ['net/xml-rpc'] },
  { name: /^net-snmp$/, rooms: ['measure/snmp'] },
  { name: /^nodemailer$/, rooms: ['alerts/notify'] },
  { name: /^@modelcontextprotocol\//, rooms: ['api/mcp'] },
  { name: /^undici$/, rooms: ['net/transport'] },
  { name: /^re2js$/, rooms: ['core'] },
];

const UNBOUNDED_READ =
  /^import [^;]*\b(?:readFile|readFileSync|createReadStream)\b[^;]* from 'node:fs(?:\/promises)?';$/m;

/** All others use `files/read-small-file.ts`, `files/disk.ts` or the `Host`, which bound size and time. */
const UNBOUNDED_READERS: Readonly<Record<string, string>> = {
  'src/api/docs/docs-routes.ts': 'files of a package',
  'src/run/modes/archive.ts': 'what its user imports, a stream as long as they like',
  'src/history/archive/archive-place.ts': '/proc',
  'src/history/archive/since-boot.ts': '/proc',
  'src/history/archive/lock.ts': '/proc',
  'src/measure/host/nvml/find-library.ts': '/etc/ld.so.cache',
  'src/measure/host/page-size.ts': '/proc',
  'src/export/metrics/process.ts': '/proc',
  'src/show/terminal/tty.ts': '/proc',
};

/** Blocks that read something; blocks that only parse have one reason to fail. */
const READS =
  /\b(?:host|disk|files?)\b|[rR]ead\w*\(|[sS]tat\w*\(|\baccess\w*\(|\bawait\b|\bopen\w*\(|\.list\(/;
const SILENT = /^( *)(?:\S.*\b)?try \{\n((?:(?!\1\}).*\n)*)\1\} catch \{\n((?:(?!\1\}).*\n)*)/gm;

/** Lines of reads whose errors are dropped without a reason: neither an error of ours follows nor a comment. */
const silentIn = (text: string): number[] =>
  [...text.matchAll(SILENT)]
    .filter(([, , read = '', dropped = '']) => READS.test(read) && !/\bthrow\b|\/\/|\/\*/.test(dropped))
    .map(({ index }) => text.slice(0, index).split('\n').length);

/** `core/files` for src/core/files/disk.ts, `core` for src/core/fields.ts, nothing for src/main.ts. */
const roomOf = (path: string): string => path.split('/').slice(1, -1).slice(0, 2).join('/');

/** First and last column of the tables in a document, without their headings. */
function rowsOf(document: string): (readonly [name: string, allowed: readonly string[]])[] {
  const rows = document.split('\n').filter((line) => /^\| \[?`/.test(line));
  return rows.map((row) => {
    const cells = row.split('|');
    const [, name = ''] = /`([^`]+)\/`/.exec(cells[1] ?? '') ?? [];
    const allowed = (cells.at(-2) ?? '').split(',').map((word) => word.replaceAll('`', '').trim());
    return [name, allowed] as const;
  });
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const modules = scanModules(ROOT, 'src');
const wings = new Map(rowsOf(read('docs/architecture.md').split('\n## ')[0] ?? ''));
const pageModules = scanModules(ROOT, 'web');
const pageRooms = new Map(rowsOf(read('web/README.md')));
const rooms = new Map([...wings.keys()].flatMap((wing) => rowsOf(read(`src/${wing}/README.md`))));

/** `fleet` for web/fleet/views/heat.ts, `src/show/display` for src/show/display/units.ts, nothing for web/main.ts. */
function pageRoomOf(path: string): string {
  const [, folder = '', ...below] = path.split('/');
  if (path.startsWith('src/')) return `src/${roomOf(path)}`;
  return below.length > 0 ? folder : '';
}

/** As the tables of rooms name it. */
const pageTarget = (target: string, isOurs: boolean): string => (isOurs ? pageRoomOf(target) : target);

/** Whether a module of the page may import the target. Files outside the rooms combine them. */
function pageAllows(path: string, target: string, isOurs: boolean): boolean {
  const room = pageRoomOf(path);
  const name = pageTarget(target, isOurs);
  return room === '' || name === room || name === 'vue' || (pageRooms.get(room) ?? []).includes(name);
}

const WINGS_ABOVE = 'the wings above';
const wingOf = (room: string): string => room.split('/')[0] ?? '';

/** Whether a module may import the target, which is a path or the name of a package. */
function allows(path: string, target: string, isOurs: boolean): boolean {
  const room = roomOf(path);
  const allowed = rooms.get(room) ?? ['everything'];
  if (allowed.includes('everything')) return true;
  const wingsAbove = allowed.includes(WINGS_ABOVE) ? (wings.get(wingOf(room)) ?? []) : [];
  if (isOurs && wingsAbove.includes(wingOf(roomOf(target)))) return true;
  if (isOurs)
    return roomOf(target) === room || (target.split('/').length > 2 && allowed.includes(roomOf(target)));
  return !target.startsWith('node:') || allowed.includes('node:*') || allowed.includes(target);
}

const pluginOf = (path: string): string | undefined => /^src\/measure\/plugins\/([^/]+)\//.exec(path)?.[1];

/** Plugins import their own parts and `shared/`; shared parts import no plugin; the index lists all. */
function crossesPlugins(path: string, target: string): boolean {
  const [from, to] = [pluginOf(path), pluginOf(target)];
  return from !== undefined && to !== undefined && to !== from && to !== 'shared';
}

/** Imports that break a rule, as `importer -> imported`. */
const importsThat = (
  breaks: (module: Module, target: string, isOurs: boolean) => boolean,
  among: readonly Module[] = modules,
): string[] =>
  among.flatMap((module) =>
    module.imports
      .filter(({ target, isOurs }) => breaks(module, target, isOurs))
      .map(({ target }) => `${module.path} -> ${target}`),
  );

describe('architecture', () => {
  it('has a row for every wing and every room', () => {
    const found = new Set(modules.map(({ path }) => roomOf(path)).filter((room) => room !== ''));
    expect([...rooms.keys()].sort()).toEqual([...found].sort());
    expect([...wings.keys()].sort()).toEqual(
      [...new Set([...found].map((room) => room.split('/')[0]))].sort(),
    );
  });

  it('is described with files that exist', () => {
    const names = [...read('docs/architecture.md').matchAll(/`([a-z]+\/[\w./-]*)`/g)].map(
      ([, name = '']) => name,
    );
    const isThere = (name: string): boolean =>
      [name, `src/${name}`].some((path) => existsSync(join(ROOT, path)));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it('has wings that import only wings above them', () => {
    const names = [...wings.keys()];
    const below = names.flatMap((name, index) => {
      const allowed = wings.get(name) ?? [];
      return allowed.filter((other) => names.indexOf(other) >= index).map((other) => `${name} -> ${other}`);
    });
    expect(below).toEqual([]);
  });

  it('allows a room no wing that its wing may not import', () => {
    const wider = [...rooms].flatMap(([room, allowed]) => {
      const wing = room.split('/')[0] ?? '';
      const ofWing = wings.get(wing) ?? [];
      const others = allowed
        .filter((name) => !/^(node:.*|nothing|everything|the wings above)$/.test(name))
        .map((name) => name.split('/')[0] ?? '');
      return others
        .filter((other) => other !== wing && !ofWing.includes(other) && !ofWing.includes('every wing'))
        .map((other) => `${room} -> ${other}`);
    });
    expect(wider).toEqual([]);
  });

  it('keeps the direction of dependencies', () => {
    expect(importsThat(({ path }, target, isOurs) => !allows(path, target, isOurs))).toEqual([]);
  });

  it('lets no plugin import another', () => {
    expect(importsThat(({ path }, target) => crossesPlugins(path, target))).toEqual([]);
  });

  it('keeps packages in their places', () => {
    const isMisplaced = ({ path }: Module, target: string) =>
      PACKAGES.some(
        ({ name, rooms: theirs }) =>
          name.test(target) &&
          !theirs.some((place) => place === roomOf(path) || place === wingOf(roomOf(path))),
      );
    expect(importsThat(isMisplaced)).toEqual([]);
  });

  it('has no circles of modules', () => {
    expect(cyclesIn([...modules, ...pageModules])).toEqual([]);
  });

  it('has no circles of folders, at any depth', () => {
    expect(cyclesIn(foldersOf([...modules, ...pageModules]))).toEqual([]);
  });

  it('imports only modules that exist', () => {
    const paths = new Set(modules.map(({ path }) => path));
    const isMissing = (_: Module, target: string, isOurs: boolean) =>
      isOurs && target.startsWith('src/') && target.endsWith('.ts') && !paths.has(target);
    expect(importsThat(isMissing)).toEqual([]);
  });

  it('has no mutable state in modules', () => {
    expect(modules.flatMap(({ path, state }) => state.map((found) => `${path} ${found}`))).toEqual([]);
  });

  it('does nothing when modules are imported', () => {
    expect(modules.flatMap(({ path, effects }) => effects.map((found) => `${path} ${found}`))).toEqual([]);
  });

  it('reads files with bounds: others may lie where a file is expected', () => {
    const readers = modules
      .map(({ path }) => path)
      .filter((path) => UNBOUNDED_READ.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(readers).toEqual(Object.keys(UNBOUNDED_READERS).sort());
  });

  it('says why any failure of a read is treated alike: gone, empty and unreadable are three states', () => {
    const silent = modules.flatMap(({ path }) =>
      silentIn(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}:${line}`),
    );
    expect(silent, 'use orNull() or isAbsent(), or add a comment').toEqual([]);
  });

  it('allows no import that no module needs', () => {
    const used = new Set(
      modules.flatMap(({ path, imports }) =>
        imports.flatMap(({ target, isOurs }) =>
          isOurs
            ? [`${roomOf(path)} ${roomOf(target)}`]
            : [`${roomOf(path)} ${target}`, `${roomOf(path)} ${target.replace(/^node:.*/, 'node:*')}`],
        ),
      ),
    );
    const unused = [...rooms].flatMap(([room, allowed]) =>
      allowed
        .filter(
          (name) => !/^(nothing|everything|the wings above)$/.test(name) && !used.has(`${room} ${name}`),
        )
        .map((name) => `${room} -> ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('the page', () => {
  const found = new Set(pageModules.map(({ path }) => pageRoomOf(path)).filter((room) => room !== ''));

  it('has a row for every room', () => {
    expect([...pageRooms.keys()].filter((room) => room !== 'style').sort()).toEqual([...found].sort());
  });

  it('has rooms that import only rooms above them', () => {
    const names = [...pageRooms.keys()];
    const below = names.flatMap((room, at) => {
      const allowed = pageRooms.get(room) ?? [];
      return allowed.filter((other) => names.indexOf(other) >= at).map((other) => `${room} -> ${other}`);
    });
    expect(below).toEqual([]);
  });

  it('keeps the direction of dependencies', () => {
    const breaks = ({ path }: Module, target: string, isOurs: boolean) => !pageAllows(path, target, isOurs);
    expect(importsThat(breaks, pageModules)).toEqual([]);
  });

  it('allows no import that no module needs', () => {
    const used = new Set(
      pageModules.flatMap(({ path, imports }) =>
        imports.map(({ target, isOurs }) => `${pageRoomOf(path)} ${pageTarget(target, isOurs)}`),
      ),
    );
    const unused = [...pageRooms].flatMap(([room, allowed]) =>
      allowed
        .map((name) => `${room} ${name}`)
        .filter((pair) => !pair.endsWith(' nothing') && !used.has(pair)),
    );
    expect(unused).toEqual([]);
  });
});

it('imports packages that package.json names: `npm start` installs nothing else', () => {
  const { devDependencies, optionalDependencies, peerDependencies } = JSON.parse(
    read('package.json'),
  ) as Record<string, Record<string, string>>;
  const own = { ...devDependencies, ...optionalDependencies, ...peerDependencies };
  const packages = [...modules, ...pageModules]
    .flatMap(({ imports }) => imports)
    .flatMap(({ target, isOurs }) =>
      isOurs || isBuiltin(target) ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(target) ?? []),
    );
  expect(packages).toContain('vue');
  expect(packages.filter((name) => !(name in own))).toEqual([]);
});

describe('the rules', () => {
  it('find errors of reading that are dropped without a reason', () => {
    const read = (block: string, body = 'return host.read(path);') =>
      silentIn(`function f() {\n  try {\n    ${body}\n  } catch {\n    ${block}\n  }\n}\n`);
    expect(read('return null;')).toEqual([2]);
    expect(read('// Older kernels have none.\n    return null;')).toEqual([]);
    expect(read("throw new Error('gone');")).toEqual([]);
    expect(read('return null;', 'return JSON.parse(text);')).toEqual([]);
  });

  it('read the tables', () => {
    expect(pageRooms.get('time')).toEqual(['nothing']);
    expect(pageRooms.get('login')).toEqual(['api', 'state', 'src/core', 'src/show/display']);
    expect(wings.get('core')).toEqual(['nothing']);
    expect(wings.get('http')).toEqual(['core', 'net', 'measure']);
    expect(rooms.get('measure/linux')).toEqual(['core']);
    expect(rooms.get('run/modes')).toEqual(['everything']);
  });

  it.each([
    ['src/core/x.ts', 'src/core/y.ts', true],
    ['src/core/x.ts', 'src/measure/linux/y.ts', false],
    ['src/core/x.ts', 'src/core/store/y.ts', false],
    ['src/measure/plugins/a/a.ts', 'src/measure/host/local-host.ts', false],
    ['src/measure/plugins/a/a.ts', 'src/measure/sources/y.ts', true],
    ['src/run/cli/x.ts', 'src/run/parts/y.ts', false],
    ['src/run/parts/x.ts', 'src/run/cli/y.ts', true],
    ['src/api/values/x.ts', 'src/main.ts', false],
    ['src/api/values/x.ts', 'src/alerts/events/y.ts', true],
    ['src/alerts/events/x.ts', 'src/api/values/y.ts', false],
  ])('judge %s -> %s', (path, target, expected) => {
    expect(allows(path, target, true)).toBe(expected);
  });

  it.each([
    ['src/measure/host/x.ts', 'node:fs', true],
    ['src/core/x.ts', 'node:fs', false],
    ['src/measure/plugins/a/a.ts', 'node:fs', false],
  ])('judge %s -> %s', (path, target, expected) => {
    expect(allows(path, target, false)).toBe(expected);
  });

  it.each([
    ['src/measure/plugins/a/a.ts', 'src/measure/plugins/b/b.ts', true],
    ['src/measure/plugins/shared/x.ts', 'src/measure/plugins/b/b.ts', true],
    ['src/measure/plugins/a/a.ts', 'src/measure/plugins/a/part.ts', false],
    ['src/measure/plugins/a/a.ts', 'src/measure/plugins/shared/x.ts', false],
    ['src/measure/plugins/index.ts', 'src/measure/plugins/b/b.ts', false],
  ])('see whether %s -> %s crosses plugins', (path, target, expected) => {
    expect(crossesPlugins(path, target)).toBe(expected);
  });

  it.each([
    ['web/parts/x.ts', 'web/state/y.ts', true, true],
    ['web/state/x.ts', 'web/parts/y.ts', true, false],
    ['web/parts/x.ts', 'web/deferred.ts', true, false],
    ['web/main.ts', 'web/deferred.ts', true, true],
    ['web/fleet/views/x.ts', 'web/fleet/y.ts', true, true],
    ['web/parts/x.ts', 'src/show/display/y.ts', true, true],
    ['web/parts/x.ts', 'src/measure/host/y.ts', true, false],
    ['web/parts/x.ts', 'vue', false, true],
    ['web/parts/x.ts', 'uplot', false, false],
  ])('judge %s -> %s', (path, target, isOurs, expected) => {
    expect(pageAllows(path, target, isOurs)).toBe(expected);
  });
});
