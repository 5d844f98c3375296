/** The package as users install it: without network, into a separate folder. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM, REPOSITORY, serveLive } from '../support/live-agent.ts';
import { output, scratchFolder } from '../support/live-tools.ts';
import { isInThisRun } from '../support/full-run.ts';
import { nodeProgramOrSkip } from '../support/node-program.ts';

const folder = scratchFolder();
afterAll(folder.remove);
const prefix = join(folder.path, 'prefix');
const installed = join(prefix, 'lib/node_modules/gander');

/** npm with an empty cache and without a registry. */
const npm = (...argv: string[]): string =>
  output('npm', ...argv, '--prefix', prefix, '--cache', join(folder.path, 'cache'), '--loglevel=error');

/** Named in the code of fastify and of the Model Context Protocol, and never loaded: scripts/build.js. */
const NEVER_LOADED = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'ajv-formats/dist/formats',
  'ajv/dist/runtime/equal',
  'ajv/dist/runtime/ucs2length',
  'ajv/dist/runtime/uri',
  'ajv/dist/runtime/validation_error',
  'pino',
];

beforeAll(() => {
  const [packed = ''] = output('npm', 'pack', '--silent', '--pack-destination', folder.path, REPOSITORY)
    .trim()
    .split('\n');
  npm('install', '--global', '--offline', '--omit=optional', join(folder.path, packed));
});

describe('the package', () => {
  it('is installed by itself', () => {
    expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['gander']);
    expect(readdirSync(installed)).not.toContain('node_modules');
  });

  it('is a program of ASCII, which V8 keeps as one byte a character', () => {
    const bytes = readFileSync(join(installed, 'dist/gander.cjs'));
    expect(bytes.length).toBeGreaterThan(1e6);
    expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
  });

  it('is as small as docs/install.md says', () => {
    const packed = readdirSync(folder.path).find((name) => name.endsWith('.tgz')) ?? '';
    const sizes = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(installed, name)))
      .map((entry) => (entry.isFile() ? entry.size : 0));
    const told = /It is ([\d.]+) MB, ([\d.]+) MB installed/.exec(
      readFileSync(join(REPOSITORY, 'docs/install.md'), 'utf8'),
    );
    const [most, mostInstalled] = told?.slice(1).map(Number) ?? [];
    expect(statSync(join(folder.path, packed)).size / 1e6).toBeLessThan((most ?? 0) + 0.1);
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan((mostInstalled ?? 0) + 0.5);
  });

  it('imports nothing but Node.js, and koffi for graphics cards', () => {
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    const programs = files.filter((name) => name.endsWith('.cjs'));
    expect(programs.length).toBeGreaterThan(1);
    const imported = programs.flatMap((name) => {
      const text = readFileSync(join(installed, 'dist', name), 'utf8');
      return [...text.matchAll(/\b(?:require|import)\("([^".][^"]*)"\)/g)].map(([, module = '']) => module);
    });
    const others = new Set(imported.filter((name) => !isBuiltin(name)));
    // undici needs SQLite for its response cache, which is unused here.
    expect([...others].sort()).toEqual(
      [...NEVER_LOADED, 'koffi', ...(isBuiltin('node:sqlite') ? [] : ['node:sqlite'])].sort(),
    );
  });

  const node24 = isInThisRun('the package on Node 24') ? nodeProgramOrSkip('24') : null;
  it.skipIf(node24 === null)(
    'starts with the code that Node.js 24 compiled earlier, and without it where that is damaged',
    () => {
      const compiled = join(folder.path, 'compiled');
      // V8 runs its contents, so a folder that others can write to is not used.
      mkdirSync(compiled);
      chmodSync(compiled, 0o777);
      const version = () =>
        output(
          'env',
          `CACHE_DIRECTORY=${compiled}`,
          node24 ?? '',
          join(installed, 'bin/gander'),
          '--version',
        );
      const files = () =>
        readdirSync(compiled, { recursive: true, encoding: 'utf8' })
          .map((name) => join(compiled, name))
          .filter((path) => statSync(path).isFile());
      const told = version();
      expect(files()).toEqual([]);
      chmodSync(compiled, 0o700);
      version();
      const kept = files();
      expect(kept.length).toBeGreaterThan(0);
      for (const path of kept) truncateSync(path, statSync(path).size / 2);
      expect(version()).toBe(told);
      expect(files()).toEqual(kept);
    },
  );

  it.skipIf(node24 === null)('starts without compiled code where the home cannot be entered', () => {
    // Root enters every folder, but follows no circle of links.
    const home = join(folder.path, 'circle');
    symlinkSync(home, home);
    const argv = [`HOME=${home}`, node24 ?? '', join(installed, 'bin/gander')];
    const unset = ['CACHE_DIRECTORY', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'].flatMap((name) => ['-u', name]);
    const printed = output('env', ...unset, ...argv, '--stdout', 'core', '--stop-after', '1');
    expect(printed).toMatch(/^core: /);
  });

  it('loads no part of Node.js at first that few agents use', () => {
    const text =
      "require('./bin/load.cjs'); process.stdout.write(process.moduleLoadList.filter((name) => / (https|http2|tls)$/.test(name)).join())";
    expect(output(process.execPath, '-e', `process.chdir('${installed}'); ${text}`)).toBe('');
  });

  it('serves the API, the page and the documentation, and says which package an exporter lacks', async () => {
    const agent = await serveLive({ command: [join(prefix, 'bin/gander'), '-w', '--export', 'mqtt'] });
    try {
      expect(await agent.get<{ cpucore: number }>('/cpu')).toMatchObject({ cpucore: expect.any(Number) });
      const page = await agent.request('/');
      const [, script = ''] = /src="\.\/(static\/[^"]+\.js)"/.exec(page.body.toString()) ?? [];
      for (const path of [`/${script}`, '/openapi.json', '/docs', '/docs/swagger-ui-bundle.js'])
        expect((await agent.request(path)).status, path).toBe(200);
      const exporter = async () =>
        (JSON.parse((await agent.request('/api/exporters')).body.toString()) as object[])[0];
      const state = 'unsupported';
      const reason = 'needs the package mqtt: npm install --global mqtt@5';
      expect(await exporter()).toMatchObject({ state, reason });
      // The first export finds the same.
      await expect
        .poll(exporter, { timeout: 60_000 })
        .toMatchObject({ last_try: expect.any(Number), state, reason });
    } finally {
      await agent.stop();
    }
  });

  it('holds the licenses of the libraries in it', () => {
    const text = (path: string) => readFileSync(join(installed, 'dist', path), 'utf8');
    expect(text('licenses.txt')).toMatch(/^fastify \S+ \(MIT\)$/m);
    expect(text('web/licenses.txt')).toContain('Swagger UI');
    expect(text('web/licenses.txt')).toContain('Apache License');
  });
});

describe('an older Node.js', () => {
  it('is told which one is needed', () => {
    const version = '20.18.3';
    const preload = join(folder.path, 'older.cjs');
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
       Object.defineProperty(process, 'version', { value: 'v${version}' });`,
    );
    const argv = ['--require', preload, PROGRAM, '--version'];
    const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      `gander: Node.js 20.19 or newer is needed, and this is v${version}: install a newer one.\n`,
    ]);
  });
});
