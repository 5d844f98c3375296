/** The rules of docs/architecture.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, type Module, scanModule, scanModules } from '../support/module-scan.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Modules that may import what their folder may not. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // The engine's time limit for expressions; no I/O.
  'src/core/search.ts': ['node:*'],
  // Configuration is read before there is a host.
  'src/config/files.ts': ['node:*'],
};

/** Packages that have their places. */
const PACKAGES: readonly { name: RegExp; folders: readonly string[] }[] = [
  { name: /^@?fastify(\/|$)/, folders: ['api', 'fleet', 'rpc'] },
  { name: /^commander$/, folders: ['cli'] },
  { name: /^jose$/, folders: ['auth'] },
  { name: /^get-east-asian-width$/, folders: ['terminal'] },
  { name: /^dns-packet$/, folders: ['discovery'] },
  { name: /^koffi$/, folders: ['host'] },
  { name: /^saxes$/, folders: ['rpc'] },
  { name: /^net-snmp$/, folders: ['snmp'] },
  { name: /^nodemailer$/, folders: ['notify'] },
];

/** `core` for src/core/fields.ts, `main.ts` for src/main.ts. */
const UNBOUNDED_READ =
  /^import [^;]*\b(?:readFile|readFileSync|createReadStream)\b[^;]* from 'node:fs(?:\/promises)?';$/m;

/** All others read by `files/read-small-file.ts`, `files/disk.ts` or the `Host`: a pipe holds nobody up there, and size is bounded. */
const UNBOUNDED_READERS: Readonly<Record<string, string>> = {
  'src/api/routes/docs/docs-assets.ts': 'files of a package',
  'src/api/routes/page/page-assets.ts': 'the built page, or the one that its administrator put in its place',
  'src/app/archive-command.ts': 'what its user imports, a stream as long as they like',
  'src/app/archive-place.ts': '/proc',
  'src/archive/events/since-boot.ts': '/proc',
  'src/archive/lock.ts': '/proc',
  'src/host/nvml/find-library.ts': '/etc/ld.so.cache',
  'src/host/page-size.ts': '/proc',
  'src/metrics/process.ts': '/proc',
  'src/terminal/tty.ts': '/proc',
};

const layerOf = (path: string): string => path.split('/')[1] ?? '';

/** The allowed imports of each layer, from the table of the document. */
function readTable(document: string): Map<string, string[]> {
  const rows = document.split('\n').filter((line) => line.startsWith('| `src/'));
  return new Map(
    rows.flatMap((row) => {
      const [, first = '', , last = ''] = row.split('|');
      const allowed = last.split(',').map((word) => word.replaceAll('`', '').trim());
      return [...first.matchAll(/`src\/([^`/]+)\/?`/g)].map(([, layer = '']) => [layer, allowed] as const);
    }),
  );
}

const table = readTable(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'));
const modules = scanModules(ROOT, 'src');

/** `exceptions` are further names that the module may import. */
function allows(
  path: string,
  target: string,
  isOurs: boolean,
  exceptions: readonly string[] = EXCEPTIONS[path] ?? [],
): boolean {
  const layer = layerOf(path);
  const allowed = new Set([...(table.get(layer) ?? []), ...exceptions]);
  if (allowed.has('everything')) return true;
  if (allowed.has(`everything but ${layerOf(target)}`)) return !isOurs;
  if ([...allowed].some((name) => name.startsWith('everything but '))) return true;
  if (isOurs) return layerOf(target) === layer || allowed.has(layerOf(target));
  return !target.startsWith('node:') || allowed.has('node:*');
}

const pluginOf = (path: string): string | undefined => /^src\/plugins\/([^/]+)\//.exec(path)?.[1];

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
  it('has a row in docs/architecture.md for every folder', () => {
    const layers = new Set(modules.map(({ path }) => layerOf(path)));
    expect([...layers].filter((layer) => !table.has(layer))).toEqual([]);
  });

  it('keeps the direction of dependencies', () => {
    expect(importsThat(({ path }, target, isOurs) => !allows(path, target, isOurs))).toEqual([]);
  });

  it('lets no plugin import another', () => {
    expect(importsThat(({ path }, target) => crossesPlugins(path, target))).toEqual([]);
  });

  it('keeps packages in their places', () => {
    const isMisplaced = ({ path }: Module, target: string) =>
      PACKAGES.some(({ name, folders }) => name.test(target) && !folders.includes(layerOf(path)));
    expect(importsThat(isMisplaced)).toEqual([]);
  });

  it('has no cycles', () => {
    expect(cyclesIn(modules)).toEqual([]);
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

  it('has only exceptions that are needed', () => {
    const needing = modules.filter(({ path, imports }) =>
      imports.some(({ target, isOurs }) => !allows(path, target, isOurs, [])),
    );
    expect(Object.keys(EXCEPTIONS).sort()).toEqual(needing.map(({ path }) => path));
  });
});

describe('the rules', () => {
  it('read the table', () => {
    expect(table.get('core')).toEqual(['nothing']);
    expect(table.get('host')).toEqual(['core', 'files', 'linux', 'node:*']);
    expect(table.get('main.ts')).toEqual(['everything']);
  });

  it.each([
    ['src/core/x.ts', 'src/core/y.ts', true],
    ['src/core/x.ts', 'src/linux/y.ts', false],
    ['src/plugins/a/a.ts', 'src/host/local-host.ts', false],
    ['src/plugins/a/a.ts', 'src/sources/y.ts', true],
    ['src/cli/x.ts', 'src/host/y.ts', true],
    ['src/cli/x.ts', 'src/app/y.ts', false],
    ['src/app/x.ts', 'src/cli/y.ts', true],
    ['src/api/x.ts', 'src/main.ts', false],
  ])('judge %s -> %s', (path, target, expected) => {
    expect(allows(path, target, true)).toBe(expected);
  });

  it.each([
    ['src/host/x.ts', true],
    ['src/config/files.ts', true],
    ['src/config/ini.ts', false],
    ['src/plugins/a/a.ts', false],
  ])('judge %s -> node:fs', (path, expected) => {
    expect(allows(path, 'node:fs', false)).toBe(expected);
  });

  it.each([
    ['src/plugins/a/a.ts', 'src/plugins/b/b.ts', true],
    ['src/plugins/shared/x.ts', 'src/plugins/b/b.ts', true],
    ['src/plugins/a/a.ts', 'src/plugins/a/part.ts', false],
    ['src/plugins/a/a.ts', 'src/plugins/shared/x.ts', false],
    ['src/plugins/index.ts', 'src/plugins/b/b.ts', false],
  ])('see whether %s -> %s crosses plugins', (path, target, expected) => {
    expect(crossesPlugins(path, target)).toBe(expected);
  });

  it('find every form of import', () => {
    const { imports } = scanModule(
      'src/a/x.ts',
      `import { b } from '../b/b.ts';
       import type { C } from './c.ts';
       import { type D } from './d.ts';
       export * from './e.ts';
       export type { F } from './f.ts';
       const g = (): Promise<unknown> => import('node:g');
       type H = import('./h.ts').H;`,
    );
    expect(imports).toEqual([
      { target: 'src/b/b.ts', isOurs: true },
      { target: 'src/a/c.ts', isOurs: true },
      { target: 'src/a/d.ts', isOurs: true },
      { target: 'src/a/e.ts', isOurs: true },
      { target: 'src/a/f.ts', isOurs: true },
      { target: 'node:g', isOurs: false },
      { target: 'src/a/h.ts', isOurs: true },
    ]);
  });

  it('find mutable state, and effects', () => {
    const { state, effects } = scanModule(
      'src/a/x.ts',
      `import './effect.ts';
       let count = 0;
       const cache = new Map<string, number>();
       export const names: string[] = [];
       const WORDS = new Set(['a']);
       const NONE: readonly string[] = [];
       const NOTHING: ReadonlyMap<string, number> = new Map();
       const create = () => { let inner = 0; return new Set(); };
       export const shared = create();
       process.on('exit', create);
       export default shared;`,
    );
    expect(state).toEqual([
      'line 2: count = 0',
      'line 3: cache = new Map<string, number>()',
      'line 4: names: string[] = []',
    ]);
    expect(effects).toEqual(["line 1: import './effect.ts';", "line 10: process.on('exit', create);"]);
  });

  it('find cycles, those of types too', () => {
    const module = (path: string, text: string) => scanModule(`src/${path}.ts`, text);
    const chain = [module('a', `import './b.ts'; import './c.ts';`), module('b', `import './c.ts';`)];
    expect(cyclesIn([...chain, module('c', '')])).toEqual([]);
    expect(cyclesIn([...chain, module('c', `import type { A } from './a.ts';`)])).toEqual([
      'src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts',
    ]);
  });
});
