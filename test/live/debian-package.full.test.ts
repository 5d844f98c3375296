/** The Debian package on a copy of this machine with a real systemd: installed, configured, upgraded, removed, purged. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY, serveLive } from '../support/live-agent.ts';
import { lacking, output, scratchFolder } from '../support/live-tools.ts';
import { canRunSystemd, type RunningSystemd, startSystemd, SYSTEMD_PROGRAMS } from '../support/systemd.ts';

const VERSION = (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { version: string })
  .version;
const BUILD = join(REPOSITORY, 'scripts/build-deb.js');
const folder = scratchFolder();
afterAll(folder.remove);

/** Packing takes a moment without the runtime. */
const build = (version: string, ...more: string[]): string =>
  output(process.execPath, BUILD, '--output', folder.path, '--version', version, ...more).trim();

const BARE = ['--node', 'none', '--compression', 'gzip'];
/** 100 MB take a minute to pack. */
const UNPACKED = ['--compression', 'none'];

const unbuilt = lacking('the Debian package', { programs: ['dpkg-deb'] });

const SUITE = 'the life of the Debian package';

describe.skipIf(unbuilt !== null)('the Debian package', () => {
  it('holds program, service, configuration, manual and completion, and depends on what it does not bring', () => {
    const file = build(`${VERSION}~bare`, ...BARE);
    const field = (name: string) => output('dpkg-deb', '--field', file, name).trim();
    expect([field('Package'), field('Version')]).toEqual(['gander', `${VERSION}~bare`]);
    expect(field('Depends')).toContain('nodejs (>= 20.19)');
    const listed = output('dpkg-deb', '--contents', file);
    expect(listed).not.toMatch(/^\S+ (?!root\/root)/m);
    expect(field('Architecture')).toBe('all');
    for (const path of [
      'usr/bin/gander -> ../lib/gander/bin/gander',
      'usr/lib/gander/dist/web/index.html',
      'lib/systemd/system/gander.service',
      'etc/gander/gander.conf',
      'usr/share/man/man1/gander.1.gz',
      'usr/share/bash-completion/completions/gander',
      'usr/share/doc/gander/copyright',
      'usr/share/doc/gander/README.md',
      'usr/share/doc/gander/docs/install.md',
      'usr/share/doc/gander/examples/docker-compose.yml',
      'usr/share/doc/gander/sbom.cdx.json',
    ])
      expect(listed).toContain(` ./${path}\n`);
    const unpacked = join(folder.path, 'unpacked');
    output('dpkg-deb', '--extract', file, unpacked);
    const text = (name: string) => readFileSync(join(unpacked, 'usr/share/doc/gander', name), 'utf8');
    expect(text('copyright')).toContain('SmartBear Software');
    const { components } = JSON.parse(text('sbom.cdx.json')) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', '@vue/runtime-core', 'swagger-ui-dist']));
  });

  it('has the same bytes when it is built again', () => {
    const first = readFileSync(build(`${VERSION}~same`, ...BARE));
    const second = readFileSync(build(`${VERSION}~same`, ...BARE));
    expect(first.equals(second)).toBe(true);
  });

  it('contains no program that the build cannot check', () => {
    const refused = (...more: string[]) =>
      spawnSync(process.execPath, [BUILD, '--output', folder.path, ...more], { encoding: 'utf8' });
    expect(refused('--arch', 'riscv64')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no Node.js for riscv64. Name a program with --node FILE'),
    });
    expect(refused('--output', BUILD)).toMatchObject({
      status: 1,
      stderr: `Cannot make the folder ${BUILD} (EEXIST): name another one with --output.\n`,
    });
    expect(refused('--arch', 'riscv64', '--node', process.execPath)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('runs during the build. Leave out --arch'),
    });
  });
});

const unchecked = lacking('lintian on the Debian package', { programs: ['lintian'] });
const EMULATOR = 'qemu-aarch64-static';
/** Debian's libraries for arm64. */
const CROSS = '/usr/aarch64-linux-gnu';
const unemulated = lacking('the Debian package on arm64', {
  programs: [EMULATOR, `${CROSS}/lib/libstdc++.so.6`],
});

/** Tags of packages without compression, which would take a minute. */
const SUPPRESSED = 'uses-no-compression-for-data-tarball,uses-no-compression-for-control-tarball';

describe.skipIf(unbuilt !== null).each([
  ['amd64', ['--arch', 'amd64']],
  ['arm64', ['--arch', 'arm64']],
  ['all', ['--node', 'none']],
])('the Debian package for %s', (architecture, more) => {
  const pack = () => build(`${VERSION}-1`, ...more, ...UNPACKED);
  let file = '';
  beforeAll(() => void (file = pack()));

  it('has the same bytes when it is built again', () => {
    const digest = output('sha256sum', file);
    expect(output('sha256sum', pack())).toBe(digest);
  });

  it.skipIf(unchecked !== null)('passes lintian', () => {
    const argv = ['--allow-root', '--suppress-tags', SUPPRESSED, file];
    const { status, stdout } = spawnSync('lintian', argv, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it.skipIf(unemulated !== null || architecture !== 'arm64')('serves on that processor', async () => {
    expect(output('dpkg-deb', '--field', file, 'Architecture').trim()).toBe(architecture);
    const unpacked = join(folder.path, 'arm64');
    output('dpkg-deb', '--extract', file, unpacked);
    const program = join(unpacked, 'usr/lib/gander');
    // qemu emulates generated code slowly: V8 interprets.
    const node = ['-L', CROSS, join(program, 'node'), '--jitless'];
    const script = `await import('${program}/node_modules/koffi/index.js'); console.log(process.arch)`;
    expect(output(EMULATOR, ...node, '--input-type=module', '-e', script)).toBe('arm64\n');
    const agent = await serveLive({ command: [EMULATOR, ...node, join(program, 'bin/gander'), '-w'] });
    try {
      const cpucore: unknown = expect.any(Number);
      expect(await agent.get('/all')).toMatchObject({ cpu: { cpucore }, mem: { total: expect.any(Number) } });
    } finally {
      await agent.stop();
    }
  });
});

const missing = lacking(SUITE, { root: true, programs: [...SYSTEMD_PROGRAMS, 'dpkg', 'adduser', 'ip'] });
const isPossible = missing === null && canRunSystemd();
if (missing === null && !isPossible) console.warn(`skipped: ${SUITE} (needs control groups of version 2)`);

describe.skipIf(!isPossible || unbuilt !== null)('a machine with it', () => {
  let systemd: RunningSystemd;
  const inside = (...argv: string[]): string => systemd.run(...argv).trim();
  /** Whether a command succeeds. */
  const holds = (...argv: string[]): boolean => {
    try {
      inside(...argv);
      return true;
    } catch {
      return false;
    }
  };
  const dpkg = (...argv: string[]): string =>
    inside('env', 'DEBIAN_FRONTEND=noninteractive', 'dpkg', ...argv);

  beforeAll(async () => {
    mkdirSync(join(folder.path, 'systemd'));
    systemd = await startSystemd(
      join(folder.path, 'systemd'),
      // Units of a boot are not part of this test.
      { 'gander.service.d/test.conf': '[Unit]\nDefaultDependencies=no\n' },
      true,
    );
    // Container images prevent packages from starting services.
    inside('rm', '--force', '/usr/sbin/policy-rc.d');
  });
  afterAll(() => systemd?.stop());

  it('serves once it is installed, to itself only, as a user of its own', () => {
    dpkg('--install', build(VERSION, ...UNPACKED));
    expect(systemd.show('gander', 'ActiveState', 'UnitFileState', 'User')).toEqual([
      'active',
      'enabled',
      'gander',
    ]);
    expect(systemd.show('gander', 'StatusText')[0]).toContain('http://127.0.0.1:61208/');
    const script = `fetch('http://127.0.0.1:61208/api/4/status').then(async (reply) => console.log(await reply.text()))`;
    expect(JSON.parse(inside('/usr/lib/gander/node', '-e', script))).toEqual({ version: VERSION });
    expect(inside('stat', '--format', '%U %a', '/var/lib/gander')).toBe('gander 700');
    expect(inside('gander', '--version')).toContain(VERSION);
    expect(inside('cat', '/usr/share/doc/gander/copyright')).toContain('Node.js is licensed for use');
    expect(inside('cat', '/usr/share/doc/gander/sbom.cdx.json')).toContain('"pkg:generic/node@');
    expect(
      inside(
        '/usr/lib/gander/node',
        '--input-type=module',
        '-e',
        "await import('/usr/lib/gander/node_modules/koffi/index.js')",
      ),
    ).toBe('');
  });

  it('keeps its configuration and state, and serves anew, when it is upgraded', () => {
    inside(
      'sh',
      '-c',
      'echo "[cpu]" >> /etc/gander/gander.conf; touch /var/lib/gander/kept /usr/lib/gander/node_modules/mqtt',
    );
    const [before] = systemd.show('gander', 'MainPID');
    dpkg('--install', build(`${VERSION}+1`, ...UNPACKED));
    const [state, after] = systemd.show('gander', 'ActiveState', 'MainPID');
    expect(state).toBe('active');
    expect(after).not.toBe(before);
    expect(inside('tail', '-n', '1', '/etc/gander/gander.conf')).toBe('[cpu]');
    expect(holds('sh', '-c', 'ls /var/cache/gander/*/*')).toBe(true);
    // Root has made it; the service gets it at the next installation.
    expect(inside('stat', '--format', '%U', '/var/lib/gander', '/var/lib/gander/kept')).toBe(
      'gander\ngander',
    );
  });

  it('leaves configuration and state when it is removed, and nothing when it is purged', () => {
    dpkg('--remove', 'gander');
    expect(systemd.show('gander', 'ActiveState')).toEqual(['inactive']);
    expect(holds('test', '-e', '/usr/lib/gander')).toBe(false);
    expect(holds('test', '-e', '/etc/gander/gander.conf', '-a', '-e', '/var/lib/gander/kept')).toBe(true);
    dpkg('--purge', 'gander');
    for (const path of ['/etc/gander', '/etc/default/gander', '/var/lib/gander'])
      expect([path, holds('test', '-e', path)]).toEqual([path, false]);
    expect(holds('dpkg', '--status', 'gander')).toBe(false);
    expect(holds('getent', 'passwd', 'gander')).toBe(false);
  });
});
