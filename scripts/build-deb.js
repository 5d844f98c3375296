/**
 * Makes a Debian package with Debian's own dpkg-deb: `npm run deb -- [--arch amd64|arm64] [--output DIR] [--node FILE|none]
 * [--compression xz] [--version TEXT]`. The package contains the Node.js of packaging/runtime.json, because Debian 12 has an older one
 * than Gander needs (docs/decisions/0052-debian-package.md). `--node` packs another one, or none: then the package depends on nodejs and
 * suits every architecture. The same sources and SOURCE_DATE_EPOCH give the same bytes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { at, ensureBuilt, ensureInstalled } from './ensure.js';
import { fetchPackage } from './fetch-package.js';
import { packedFiles, refuseUntracked } from './packed-files.js';
import { componentsOf, sbomOf } from './sbom.js';

const PROGRAM = '/usr/lib/gander';
/** The maintainer, from the variables that Debian's own tools use. */
const { DEBFULLNAME = 'Gander', DEBEMAIL = 'gander@localhost' } = process.env;
const MAINTAINER = `${DEBFULLNAME} <${DEBEMAIL}>`;
/** Architecture names of Node.js and npm, by Debian's. */
const PROCESSORS = { amd64: 'x64', arm64: 'arm64', armhf: 'arm', riscv64: 'riscv64' };
const NATIVE = Object.keys(PROCESSORS).find((name) => PROCESSORS[name] === process.arch) ?? process.arch;
/** Libraries that every Debian has, and that the programs of nodejs.org are linked with. */
const USUAL_LIBRARIES = /^(linux-vdso|ld-linux[\w-]*|lib(dl|stdc\+\+|m|gcc_s|pthread|c|atomic))\.so/;

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: '.' },
    arch: { type: 'string', default: NATIVE },
    node: { type: 'string' },
    compression: { type: 'string', default: 'xz' },
    version: {
      type: 'string',
      default: `${JSON.parse(readFileSync(at('package.json'), 'utf8')).version}-1`,
    },
  },
});
try {
  mkdirSync(resolve(values.output), { recursive: true });
} catch ({ code }) {
  console.error(`Cannot make the folder ${values.output} (${code}): name another one with --output.`);
  process.exit(1);
}
/** Time of generated files, for reproducible builds; default: the last commit's, otherwise now. */
const EPOCH =
  process.env.SOURCE_DATE_EPOCH ??
  (spawnSync('git', ['-C', at(), 'log', '-1', '--format=%ct'], { encoding: 'utf8' }).stdout?.trim() ||
    String(Math.floor(Date.now() / 1000)));
const hasRuntime = values.node !== 'none';
const architecture = hasRuntime ? values.arch : 'all';
const processor = PROCESSORS[values.arch] ?? values.arch;
const KOFFI = `@koromix/koffi-linux-${processor}`;

const scratch = mkdtempSync(join(tmpdir(), 'gander-deb-'));
const root = join(scratch, 'root');
try {
  console.log(build());
} catch (error) {
  console.error(
    error.code === 'ENOENT' && error.path === 'dpkg-deb'
      ? 'dpkg-deb is missing: this needs Debian.'
      : error.message,
  );
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

/** The path of the package. */
function build() {
  const runtime = hasRuntime ? findRuntime() : null;
  refuseUntracked(at());
  ensureInstalled();
  ensureBuilt();
  const packed = packedFiles(at());
  placeProgram(packed);
  if (runtime) placeRuntime(runtime.program);
  placeService();
  placeDocumentation(runtime, packed);
  placeCompletion();
  placeControl();
  // dpkg-deb only lowers times, and those of node_modules may be older.
  run('find', root, '-exec', 'touch', '--no-dereference', '--date', `@${EPOCH}`, '{}', '+');
  const file = join(resolve(values.output), `gander_${values.version}_${architecture}.deb`);
  run('dpkg-deb', '--root-owner-group', `-Z${values.compression}`, '--build', root, file);
  return file;
}

function run(program, ...argv) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: EPOCH };
  return execFileSync(program, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env });
}

function put(path, content, mode = 0o644) {
  mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 });
  writeFileSync(join(root, path), content, { mode });
}

/** Copies those of the packed files that are wanted, below a folder. */
function copyPacked(packed, wanted, folder) {
  for (const name of packed.filter((path) => wanted.test(path))) cpSync(at(name), join(root, folder, name));
}

function source(name) {
  return readFileSync(at(name), 'utf8');
}

function placeProgram(packed) {
  copyPacked(packed, /^(bin|dist)\//, PROGRAM);
  // Without build dependencies: npm would not install clients of exporters that are dependencies of tests.
  const { name, version, license, type, optionalDependencies } = JSON.parse(source('package.json'));
  put(
    `${PROGRAM}/package.json`,
    `${JSON.stringify({ name, version, license, type, optionalDependencies }, null, 2)}\n`,
  );
  const runtime = hasRuntime ? `${PROGRAM}/node` : '/usr/bin/node';
  put(`${PROGRAM}/bin/gander`, source('bin/gander').replace(/^#!.*/, `#!${runtime}`), 0o755);
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  run('ln', '-s', '../lib/gander/bin/gander', join(root, 'usr/bin/gander'));
}

/** Version, program and license of the Node.js that is packed. */
function findRuntime() {
  if (values.node !== undefined) return namedRuntime(values.node);
  const { version, integrity } = JSON.parse(source('packaging/runtime.json'));
  const name = `node-linux-${processor}`;
  if (integrity[name] === undefined)
    throw new Error(
      `packaging/runtime.json has no Node.js for ${values.arch}. Name a program with --node FILE, or pack none with --node none.`,
    );
  const folder = fetchPackage({ name, version, integrity: integrity[name] }, scratch);
  return { version, program: join(folder, 'bin/node'), license: join(folder, 'LICENSE') };
}

function namedRuntime(program) {
  if (values.arch !== NATIVE)
    throw new Error(`--node ${program} runs during the build. Leave out --arch, or build on ${values.arch}.`);
  const libraries = run('ldd', program)
    .match(/^\s*\S+/gm)
    .map((line) => line.trim().split('/').at(-1));
  const strange = libraries.filter((name) => !USUAL_LIBRARIES.test(name));
  if (strange.length > 0)
    throw new Error(`${program} needs ${strange.join(', ')}: name a program of nodejs.org with --node.`);
  return { version: run(program, '--version').trim().slice(1), program, license: licenseBeside(program) };
}

/** Node.js, and koffi, which reads NVIDIA's cards. */
function placeRuntime(program) {
  cpSync(program, join(root, PROGRAM, 'node'), { dereference: true });
  // Sources stay behind, and the library for musl, which Debian lacks.
  placePackage('koffi', /(koffi|package|src|index\.js|static\.js|package\.json|LICENSE\.txt)$/);
  placePackage(KOFFI, /^(?!.*\/musl_)/);
}

/** Copies a package of the lock file. npm installs packages for this machine's processor only; others are fetched. */
function placePackage(name, needed) {
  const path = `node_modules/${name}`;
  const { version, integrity } = JSON.parse(source('package-lock.json')).packages[path];
  const folder = existsSync(at(path)) ? at(path) : fetchPackage({ name, version, integrity }, scratch);
  const target = join(root, PROGRAM, path);
  cpSync(folder, target, { recursive: true, filter: (file) => needed.test(file) });
  // Archives differ from their installed form.
  run('chmod', '-R', 'a-x+X', target);
}

function placeService() {
  const unit = source('examples/gander.service')
    .replace(/^(#.*\n)+/, '')
    .replace(
      /# The program, where.*\nExecStart=gander -w\n/,
      'EnvironmentFile=-/etc/default/gander\nExecStart=/usr/bin/gander -w $GANDER_OPTIONS\n',
    );
  put('lib/systemd/system/gander.service', unit);
  put('etc/default/gander', source('packaging/debian/default'));
  put('etc/gander/gander.conf', source('packaging/debian/gander.conf'));
}

function placeDocumentation(runtime, packed) {
  const doc = 'usr/share/doc/gander';
  const compressed = (name) => gzipSync(source(name), { level: 9 });
  put(`${doc}/changelog.gz`, compressed('CHANGELOG.md'));
  const entry = `gander (${values.version}) unstable; urgency=medium\n\n  * changelog.gz has what is new.\n\n -- ${MAINTAINER}  ${run('date', '--utc', '-R', '-d', `@${EPOCH}`).trim()}\n`;
  put(`${doc}/changelog.Debian.gz`, gzipSync(entry, { level: 9 }));
  put(`${doc}/copyright`, copyright(runtime));
  put(`${doc}/sbom.cdx.json`, bill(runtime));
  copyPacked(packed, /^(docs|examples)\/|^[A-Z]+\.md$/, doc);
  put('usr/share/man/man1/gander.1.gz', compressed('man/gander.1'));
  put('usr/share/lintian/overrides/gander', source('packaging/debian/lintian-overrides'));
}

/** Our licence and all libraries'; Debian has the text of the Apache License. */
function copyright(runtime) {
  const page = source('dist/web/licenses.txt').replace(
    /\nApache License\n[^]*$/,
    '\nOn Debian the text is in /usr/share/common-licenses/Apache-2.0.\n',
  );
  const parts = [source('LICENSE'), source('dist/licenses.txt'), page];
  if (runtime)
    parts.push(`Node.js (MIT, and those of its parts)\n\n${readFileSync(runtime.license, 'utf8')}`);
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Where archives of nodejs.org and the packages of npm and Debian have it. */
function licenseBeside(program) {
  const folder = dirname(realpathSync(program));
  const found = [join(folder, '../LICENSE'), join(folder, 'LICENSE'), '/usr/share/doc/nodejs/LICENSE'].find(
    (file) => existsSync(file),
  );
  if (found === undefined)
    throw new Error(
      `${program} has no LICENSE beside it: unpack a whole archive of nodejs.org and name its bin/node.`,
    );
  return found;
}

/** Components of the program, the page and the runtime. */
function bill(runtime) {
  const parts = ['dist/sbom.cdx.json', 'dist/web/sbom.cdx.json'].map(
    (name) => JSON.parse(source(name)).components,
  );
  if (!runtime) return sbomOf(parts.flat());
  const { version } = runtime;
  const purl = `pkg:generic/node@${version}`;
  const node = { type: 'platform', 'bom-ref': purl, name: 'node', version, purl };
  const native = componentsOf([at('node_modules/koffi/index.js'), at('node_modules', KOFFI, 'index.js')]);
  return sbomOf([...parts.flat(), node, ...native]);
}

function placeCompletion() {
  const script = (shell) => run(process.execPath, at('bin/gander'), '--print-completion', shell);
  put('usr/share/bash-completion/completions/gander', script('bash'));
  put('usr/share/zsh/vendor-completions/_gander', script('zsh'));
  put('usr/share/fish/vendor_completions.d/gander.fish', script('fish'));
}

function placeControl() {
  const libraries = hasRuntime ? 'libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6' : 'nodejs (>= 20.19)';
  // As dpkg-gencontrol counts: sizes of folders differ between file systems.
  const sizes = run('find', root, '-printf', '%y %s\\n').matchAll(/^(.) (\d+)$/gm);
  const kilobytes = [...sizes].reduce(
    (sum, [, type, size]) => sum + (type === 'f' ? Math.ceil(size / 1024) : 1),
    0,
  );
  put(
    'DEBIAN/control',
    `Package: gander
Version: ${values.version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: adduser, init-system-helpers (>= 1.52), ${libraries}
Recommends: iputils-ping
Suggests: smartmontools
Section: net
Priority: optional
Description: monitor a host and serve what it does over HTTP
 Gander samples CPU, memory, disks, file systems, network, processes,
 containers, sensors and graphics cards in the background, keeps history,
 raises alerts, and serves all of it as a REST API, a web page, a stream and
 Prometheus metrics.
`,
  );
  put('DEBIAN/conffiles', '/etc/default/gander\n/etc/gander/gander.conf\n');
  for (const name of ['postinst', 'prerm', 'postrm'])
    put(`DEBIAN/${name}`, source(`packaging/debian/${name}`), 0o755);
  run('chmod', '-R', 'u=rwX,go=rX', root);
  if (statSync(root).mode & 0o022) throw new Error(`${root} can be written to by others.`);
}
