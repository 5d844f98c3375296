/**
 * Builds dist/ from src/: one file per part of the program that is loaded by itself, with the libraries in it. Opening
 * hundreds of small files is what a start would spend most of its time on (docs/decisions/0005-bundle.md).
 * `node scripts/build.js [--watch]`
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** Loaded from node_modules when needed: they find files of their own beside them, are native, or are rarely used. */
const EXTERNAL = ['@fastify/swagger-ui', 'koffi', 'nodemailer'];

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

export async function buildOnce() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build(options);
}

/** Builds again after every change, until the process ends. */
export async function buildAlways() {
  const watching = await context(options);
  await watching.watch();
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.argv.includes('--watch') ? buildAlways() : buildOnce());
