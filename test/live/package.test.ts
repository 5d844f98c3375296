/** The package as users install it: without network, into a folder of its own, and nothing beside it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM, REPOSITORY, serveLive } from '../support/live-agent.ts';
import { output, scratchFolder } from '../support/live-tools.ts';

const folder = scratchFolder();
afterAll(folder.remove);
const prefix = join(folder.path, 'prefix');
const installed = join(prefix, 'lib/node_modules/gander');

/** npm with an empty cache: nothing comes from elsewhere. */
const npm = (...argv: string[]): string =>
  output('npm', ...argv, '--prefix', prefix, '--cache', join(folder.path, 'cache'), '--loglevel=error');

beforeAll(() => {
  const [packed = ''] = output('npm', 'pack', '--silent', '--pack-destination', folder.path, REPOSITORY)
    .trim()
    .split('\n');
  npm('install', '--global', '--offline', '--omit=optional', join(folder.path, packed));
}, 60_000);

describe('the package', () => {
  it('is installed by itself', () => {
    expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['gander']);
    expect(readdirSync(installed)).not.toContain('node_modules');
  });

  it('imports nothing but Node.js, and koffi for graphics cards', () => {
    const programs = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
    const imported = programs.flatMap((name) => {
      const text = readFileSync(join(installed, 'dist', name), 'utf8');
      return [
        ...text.matchAll(
          /^(?:import|export)\b[^'"]*["']([^"'.][^"']*)["'];$|\bimport\(["']([^"'.][^"']*)["']\)/gm,
        ),
      ];
    });
    const names = new Set(imported.map(([, first, second]) => first ?? second ?? ''));
    expect([...names].filter((name) => !name.startsWith('node:')).sort()).toEqual(['koffi']);
  });

  it('serves the API, the page and the documentation', async () => {
    const agent = await serveLive({ command: [join(prefix, 'bin/gander'), '-w'] });
    try {
      expect(await agent.get<{ cpucore: number }>('/cpu')).toMatchObject({ cpucore: expect.any(Number) });
      const page = await agent.request('/');
      const [, script = ''] = /src="\.\/(static\/[^"]+\.js)"/.exec(page.body.toString()) ?? [];
      for (const path of [`/${script}`, '/openapi.json', '/docs', '/docs/swagger-ui-bundle.js'])
        expect((await agent.request(path)).status, path).toBe(200);
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
