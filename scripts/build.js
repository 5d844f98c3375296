/**
 * Builds dist/ from src/: one file per part of the program that is loaded by itself, with the libraries in it. Opening
 * hundreds of small files is what a start would spend most of its time on (docs/decisions/0005-bundle.md). The page goes
 * from web/ to dist/web/, its files named after their content, each with its gzip form beside it.
 * `node scripts/build.js [agent|web] [--watch]`; both without a name.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');

/** Loaded from node_modules when needed: they find files of their own beside them, are native, or are rarely used. */
const EXTERNAL = ['@fastify/swagger-ui', 'koffi', 'net-snmp', 'nodemailer'];

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
  external: EXTERNAL,
  banner: { js: REQUIRE },
  logLevel: 'warning',
};

/** Files of the page that are left alone when the agent is built. */
const WEB = 'web';

export async function buildAgent() {
  const { build } = await import('esbuild');
  for (const name of readdirSync(join(root, 'dist')))
    if (name !== WEB) rmSync(join(root, 'dist', name), { recursive: true, force: true });
  await build(options);
}

export async function buildWeb() {
  const { build } = await import('vite');
  // A test run sets another value, and would get the development builds of the libraries.
  process.env['NODE_ENV'] = 'production';
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  const folder = join(root, 'dist/web/static');
  for (const name of readdirSync(folder).filter((one) => /\.(js|css|svg)$/.test(one)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
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
