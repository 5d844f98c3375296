/**
 * Builds dist/ from src/: one file per part of the program that is loaded by itself, with the libraries in it. Opening
 * hundreds of small files is what a start would spend most of its time on (docs/decisions/0005-bundle.md), and a package
 * without dependencies is quick to install. The page goes from web/ to dist/web/, its files named after their content, each
 * with its gzip form beside it, and Swagger UI to dist/web/swagger-ui/. Both parts come with the licenses of their libraries.
 * `node scripts/build.js [agent|web] [--watch]`; both without a name.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { licensesOf } from './licenses.js';

const root = join(import.meta.dirname, '..');

/** Loaded from node_modules when needed: native. */
const EXTERNAL = ['koffi'];

/**
 * Parts of fastify that are never asked for: logging, compilers of schemas, requests without a network. V8 would have to read
 * all of them at every start.
 */
const NEVER_LOADED = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'pino',
];

/** Libraries in the older module format ask for Node's modules by `require`. */
const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);";

const options = {
  absWorkingDir: root,
  entryPoints: ['src/main.ts', 'src/cli/default-mode.ts'],
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: [...EXTERNAL, ...NEVER_LOADED],
  // The stack of an error still names functions; the rest is a third less to read at every start.
  minifyWhitespace: true,
  minifySyntax: true,
  banner: { js: REQUIRE },
  metafile: true,
  logLevel: 'warning',
};

/** Files of the page that are left alone when the agent is built. */
const WEB = 'web';

export async function buildAgent() {
  const { build } = await import('esbuild');
  for (const name of readdirSync(join(root, 'dist')))
    if (name !== WEB) rmSync(join(root, 'dist', name), { recursive: true, force: true });
  const { metafile } = await build(options);
  const inputs = Object.keys(metafile.inputs).map((path) => join(root, path));
  writeFileSync(join(root, 'dist/licenses.txt'), licensesOf(inputs));
}

/** The files of swagger-ui-dist; this package has them without the latter's report to its maker at installation. */
const SWAGGER_UI = join(root, 'node_modules/@fastify/swagger-ui/static');
/** The text of its license is not in that package; TypeScript has the same. */
const SWAGGER_LICENSE = {
  title: 'Swagger UI, https://github.com/swagger-api/swagger-ui (Apache-2.0)',
  file: join(root, 'node_modules/typescript/LICENSE.txt'),
};
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];

export async function buildWeb() {
  const { build } = await import('vite');
  // A test run sets another value, and would get the development builds of the libraries.
  process.env['NODE_ENV'] = 'production';
  const built = await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  const folder = join(root, 'dist/web/static');
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
  mkdirSync(join(root, 'dist/web/swagger-ui'), { recursive: true });
  for (const name of SWAGGER_FILES)
    copyFileSync(join(SWAGGER_UI, name), join(root, 'dist/web/swagger-ui', name));
  const modules = built.output.flatMap(({ modules: parts = {} }) => Object.keys(parts));
  writeFileSync(join(root, 'dist/web/licenses.txt'), licensesOf(modules, [SWAGGER_LICENSE]));
}

/** Builds the agent again after every change, until the process ends. */
async function buildAlways() {
  const { context } = await import('esbuild');
  const watching = await context(options);
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
