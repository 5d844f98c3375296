/**
 * Builds dist/ from src/: one file, with the libraries in it but for rare ones. Opening hundreds of small files is what a start would spend most of its time on, and a
 * package without dependencies is quick to install. The page goes from web/ to dist/web/, its files named after their content, each
 * with its gzip form beside it, and Swagger UI to dist/web/swagger-ui/. Both parts come with the licenses of their libraries.
 * `node scripts/build.js [agent|web] [--watch]`; both without a name.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { licensesOf } from './licenses.js';
import { componentsOf, sbomOf } from './sbom.js';

const root = join(import.meta.dirname, '..');
/** Blocks of half the usual length suit the files of the page better: each has codes of its own. */
const GZIP = { level: 9, memLevel: 7 };

/** Loaded from node_modules when needed: native. */
const EXTERNAL = ['koffi'];

/** Parts of fastify that are never asked for: logging, compilers of schemas. V8 would have to read all of them at every start. */
const NEVER_LOADED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'pino'];

const ASSISTANTS = '@modelcontextprotocol/server';
/** Libraries that few agents use: separate files. The last one is a part of fastify: requests without a network. */
const RARE = [
  'net-snmp',
  'nodemailer',
  '@huggingface/jinja',
  'undici',
  're2js',
  ASSISTANTS,
  'oauth4webapi',
  'light-my-request',
];
const rareFile = (name) => `lib/${name.replace('/', '-')}`;

/** The program loads them from beside it. */
const rareLibraries = {
  name: 'rare libraries',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(${RARE.join('|')})(/stdio)?$`) }, ({ path, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: `./${rareFile(path.replace(/\/stdio$/, ''))}.cjs`, external: true },
    );
  },
};

/** Synchronous code needs it: its first use loads it. */
const patternEngine = {
  name: 'engine of patterns',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^re2js$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: 're2js', namespace: 'engine' },
    );
    onResolve({ filter: /re2js\.cjs$/, namespace: 'engine' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'engine' }, () => ({
      contents: `module.exports = { get RE2JS() { return require('./${rareFile('re2js')}.cjs').RE2JS; } };`,
    }));
  },
};

/** Texts of the terminal in other languages. In the program they would double its size in memory: V8 has one width for all its text. */
const LANGUAGES = 'src/core/languages';
const languages = {
  name: 'languages',
  setup({ onResolve }) {
    onResolve({ filter: /\/languages\/\w+\.json$/ }, ({ path }) => ({
      path: `./languages/${basename(path)}`,
      external: true,
    }));
  },
};

/** Parts of Node.js that take milliseconds to load and that most agents never use, or not for their first reply. */
const SELDOM = [
  'node:https',
  'node:http2',
  'node:tls',
  'node:crypto',
  'node:dgram',
  'node:readline',
  'node:worker_threads',
];

/** Each is a module whose members load it. */
const seldomBuiltins = {
  name: 'seldom used parts of Node.js',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${SELDOM.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'seldom' ? { path, external: true } : { path, namespace: 'seldom' },
    );
    onLoad({ filter: /./, namespace: 'seldom' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default');
      const members = names.map((name) => `get ${name}() { return require('${path}').${name}; }`);
      return { contents: `module.exports = { ${members.join(', ')} };` };
    });
  },
};

/** Connections alone: with fetch, WebSocket, caches and mocks undici takes 5 MB more of memory. */
const partOfUndici = {
  name: 'connections of undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici' }));
    onLoad({ filter: /./, namespace: 'undici' }, () => ({
      contents: "exports.Pool = require('undici/lib/dispatcher/pool');",
      resolveDir: root,
    }));
  },
};

/** One file for its two entries, which have most of their code in common. */
const bothTransports = {
  name: 'transports of assistants',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${ASSISTANTS}$`) }, ({ path, kind }) =>
      kind === 'entry-point' ? { path, namespace: 'assistants' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'assistants' }, () => ({
      contents: `module.exports = { ...require('${ASSISTANTS}'), ...require('${ASSISTANTS}/stdio') };`,
      resolveDir: root,
    }));
  },
};

const shared = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: [...EXTERNAL, ...NEVER_LOADED],
  // A third fewer bytes to read at every start.
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
  logLevel: 'warning',
};

/** Loaded by bin/load.cjs. */
export const program = {
  ...shared,
  // V8 keeps text and names in memory: 1.0 MB less. The stack of an error still names methods, and functions by their place.
  minifyIdentifiers: true,
  entryPoints: { gander: 'src/main.ts' },
  // `require` finds the named exports of the libraries beside it, `import()` does not.
  supported: { 'dynamic-import': false },
  plugins: [patternEngine, rareLibraries, languages, seldomBuiltins],
};

const libraries = {
  ...shared,
  entryPoints: RARE.map((name) => ({ in: name, out: rareFile(name) })),
  plugins: [partOfUndici, bothTransports, seldomBuiltins],
};

/** Files of the page, which a build of the agent does not change. */
const WEB = 'web';

export async function buildAgent() {
  const { build } = await import('esbuild');
  const built = await Promise.all([program, libraries].map((part) => build({ ...part, write: false })));
  // A failed build leaves the last one unchanged.
  for (const name of readdirSync(join(root, 'dist')))
    if (name !== WEB) rmSync(join(root, 'dist', name), { recursive: true, force: true });
  for (const { outputFiles } of built) writeOutputs(outputFiles);
  cpSync(join(root, LANGUAGES), join(root, 'dist/languages'), { recursive: true });
  const inputs = built
    .flatMap(({ metafile }) => Object.keys(metafile.inputs))
    .map((path) => join(root, path));
  writeFileSync(join(root, 'dist/licenses.txt'), licensesOf(inputs));
  writeFileSync(join(root, 'dist/sbom.cdx.json'), sbomOf(componentsOf(inputs)));
}

function writeOutputs(files) {
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** The files of swagger-ui-dist; this package has them without the latter's report to its maker at installation. */
const SWAGGER_UI = join(root, 'node_modules/@fastify/swagger-ui/static');
/** The package lacks the notices of Swagger UI and its parts. TypeScript has the same license. */
const SWAGGER_LICENSE = {
  title: 'Swagger UI, https://github.com/swagger-api/swagger-ui (Apache-2.0)',
  files: ['packaging/licenses/swagger-ui.txt', 'node_modules/typescript/LICENSE.txt'].map((path) =>
    join(root, path),
  ),
};
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];

export async function buildWeb() {
  const { build } = await import('vite');
  // A test run sets another value, which would select development builds of the libraries.
  process.env['NODE_ENV'] = 'production';
  const built = await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  const folder = join(root, 'dist/web/static');
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg|json)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), GZIP));
  await buildServiceWorker();
  mkdirSync(join(root, 'dist/web/swagger-ui'), { recursive: true });
  for (const name of SWAGGER_FILES)
    copyFileSync(join(SWAGGER_UI, name), join(root, 'dist/web/swagger-ui', name));
  const modules = built.output.flatMap(({ modules: parts = {} }) => Object.keys(parts));
  writeFileSync(join(root, 'dist/web/licenses.txt'), licensesOf(modules, [SWAGGER_LICENSE]));
  const files = SWAGGER_FILES.map((name) => join(SWAGGER_UI, name));
  writeFileSync(
    join(root, 'dist/web/sbom.cdx.json'),
    sbomOf([...componentsOf([...modules, ...files]), swaggerComponent()]),
  );
}

/** One script at a stable address, as browsers demand: a service worker serves addresses below its own. */
async function buildServiceWorker() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['web/push/service-worker.ts'],
    outfile: 'dist/web/service-worker.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/** Swagger UI, which the lock file does not name: its files are in a package of others. */
function swaggerComponent() {
  const { devDependencies } = JSON.parse(readFileSync(join(SWAGGER_UI, '../package.json'), 'utf8'));
  const version = devDependencies['swagger-ui-dist'];
  const purl = `pkg:npm/swagger-ui-dist@${version}`;
  const licenses = [{ expression: 'Apache-2.0' }];
  return { type: 'library', 'bom-ref': purl, name: 'swagger-ui-dist', version, purl, licenses };
}

/** Writes what a build has made. esbuild itself removes the files of the last build when one fails, and the agent would end. */
const keepsLastBuild = {
  name: 'the last build stays',
  setup({ onEnd }) {
    onEnd(({ errors, outputFiles = [] }) => {
      if (errors.length === 0) writeOutputs(outputFiles);
    });
  },
};

/** Builds the agent again after every change, until the process ends. */
async function buildAlways() {
  const { context } = await import('esbuild');
  const plugins = [...program.plugins, keepsLastBuild];
  const watching = await context({ ...program, plugins, write: false });
  await watching.watch();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const part = process.argv.slice(2).find((word) => !word.startsWith('-'));
  if (process.argv.includes('--watch')) await buildAlways();
  else {
    if (part !== 'web') await buildAgent();
    if (part !== 'agent') await buildWeb();
  }
}
