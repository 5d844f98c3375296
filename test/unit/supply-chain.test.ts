/** The bill of materials of a build, and the registry's advisories. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { verdictOf } from '../../scripts/audit.js';
// @ts-expect-error: a script without types
import { unpackPackage } from '../../scripts/fetch-package.js';
// @ts-expect-error: a script without types
import { componentsOf, sbomOf } from '../../scripts/sbom.js';
import { scratchFolder } from '../support/live-tools.ts';

const root = join(import.meta.dirname, '../..');
const inModules = (...paths: string[]) => paths.map((path) => join(root, 'node_modules', path));

describe('the bill of materials', () => {
  const bill = () =>
    JSON.parse(
      sbomOf(
        componentsOf(inModules('vue/a.js', '@fastify/error/b.js', 'vue/c.js', '../src/main.ts')),
      ) as string,
    ) as { components: { name: string }[] };

  it('names each package once, as the lock file has it', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; integrity: string }>;
    };
    const { version = '', integrity = '' } = packages['node_modules/@fastify/error'] ?? {};
    expect(bill().components.map(({ name }) => name)).toEqual(['@fastify/error', 'vue']);
    expect(bill()).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill().components[0]).toEqual({
      type: 'library',
      'bom-ref': `pkg:npm/%40fastify/error@${version}`,
      name: '@fastify/error',
      version,
      purl: `pkg:npm/%40fastify/error@${version}`,
      licenses: [{ expression: 'MIT' }],
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
      ],
    });
  });

  it('refuses what the lock file does not know', () => {
    expect(() => componentsOf(inModules('of-nobody/a.js')) as unknown).toThrow(
      'node_modules/of-nobody is not in package-lock.json',
    );
  });
});

describe('package.json', () => {
  const manifest = (path: string) =>
    JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, Record<string, string>>;
  const { devDependencies, optionalDependencies, dependencies } = manifest('package.json');
  const tests = manifest('test/package.json');

  it('leaves the rest to test/package.json, and installs nothing beside the package', () => {
    expect(dependencies).toBeUndefined();
    expect(Object.keys(optionalDependencies ?? {})).toEqual(['koffi']);
    expect(tests['dependencies']).toBeUndefined();
    expect(
      Object.keys(tests['devDependencies'] ?? {}).filter((name) => name in (devDependencies ?? {})),
    ).toEqual([]);
  });
});

describe('an archive of npm', () => {
  const folder = scratchFolder();
  afterAll(folder.remove);
  const archive = () => {
    mkdirSync(join(folder.path, 'package'), { recursive: true });
    writeFileSync(join(folder.path, 'package/LICENSE'), 'MIT');
    const path = join(folder.path, 'packed.tgz');
    execFileSync('tar', ['-czf', path, '-C', folder.path, 'package']);
    return path;
  };
  const integrityOf = (path: string) =>
    `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;

  it('is unpacked when it has the recorded digest', () => {
    const path = archive();
    const unpacked = unpackPackage(path, integrityOf(path), join(folder.path, 'same')) as string;
    expect(readFileSync(join(unpacked, 'LICENSE'), 'utf8')).toBe('MIT');
  });

  it('is refused when it has another one', () => {
    const target = join(folder.path, 'other');
    expect(() => unpackPackage(archive(), 'sha512-AAAA', target) as unknown).toThrow('expected sha512-AAAA');
    expect(existsSync(target)).toBe(false);
  });
});

describe('advisories', () => {
  const advisory = (name: string) => ({
    vulnerabilities: {
      [name]: { name, severity: 'high', range: '<2', via: [{ title: 'ReDoS', url: 'https://a.test' }] },
    },
  });
  const verdict = (answer: unknown) =>
    verdictOf(typeof answer === 'string' ? answer : JSON.stringify(answer), new Set(['vue'])) as unknown;

  it('on what ships fail the check, those on tools are listed', () => {
    expect(verdict(advisory('vue'))).toEqual({
      isGood: false,
      lines: ['high: vue <2, shipped: ReDoS (https://a.test)'],
    });
    expect(verdict(advisory('tsx'))).toEqual({
      isGood: true,
      lines: ['high: tsx <2, a tool: ReDoS (https://a.test)'],
    });
    expect(verdict({ vulnerabilities: {} })).toEqual({ isGood: true, lines: ['no advisories'] });
  });

  it.each([
    ['', 'no answer'],
    ['<html>', 'no answer'],
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    ['{"error":{"summary":"getaddrinfo EAI_AGAIN"}}', 'getaddrinfo EAI_AGAIN'],
  ])('are not checked where the registry says %s', (said, reason) => {
    expect(verdict(said)).toEqual({
      isGood: true,
      lines: [`not checked: the registry does not answer (${reason})`],
    });
  });
});
