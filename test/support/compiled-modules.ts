/**
 * Modules of tests as Node.js loads them: a folder with the JavaScript of every module. The server of Vite would take longer to
 * transform them for its workers than all tests of pure functions take, and its modules reach each other through getters.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SourceMap } from 'node:module';
import { transform, type TransformOptions } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');
const COMPILED = join(ROOT, 'node_modules/.cache/compiled-modules');
const FOLDERS = ['src', 'web', 'test', 'scripts', 'bench'];

const OPTIONS: TransformOptions = {
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

/** Path of the JavaScript of a module. */
export const compiledPath = (path: string): string =>
  join(COMPILED, relative(ROOT, path).replace(/\.ts$/, '.js'));

/** Gives a module the place of its TypeScript. */
const placed = (code: string, path: string): string =>
  code.includes('import.meta')
    ? `Object.assign(import.meta,${JSON.stringify({ dirname: dirname(path), filename: path, url: pathToFileURL(path).href })});${code}`
    : code;

/** Imports of our modules lead to their JavaScript, those of other files to the files. */
const linked = (code: string, folder: string): string =>
  code.replaceAll(
    /^((?:import|export)\b[^"']*|[^"'`]*\bimport\()"(\.[^"]+)"/gm,
    (_, before: string, target: string) =>
      target.endsWith('.ts')
        ? `${before}"${target.slice(0, -3)}.js"`
        : `${before}"${pathToFileURL(join(folder, target)).href}"`,
  );

async function compile(path: string, isKnown: boolean): Promise<void> {
  const to = compiledPath(path);
  const { mtime } = statSync(path);
  if (isKnown && statSync(to, { throwIfNoEntry: false })?.mtimeMs === mtime.getTime()) return;
  const { code } = await transform(readFileSync(path, 'utf8'), OPTIONS);
  mkdirSync(dirname(to), { recursive: true });
  const draft = `${to}.${process.pid}`;
  writeFileSync(draft, placed(linked(code, dirname(path)), path));
  // Compiled again after any change, also to an older version.
  utimesSync(draft, mtime, mtime);
  renameSync(draft, to);
}

/** Compiles what has changed. */
export async function compileModules(): Promise<void> {
  const own = createHash('sha256')
    .update(readFileSync(join(ROOT, 'test/support/compiled-modules.ts')))
    .digest('hex');
  const text = JSON.stringify({ type: 'module', compiler: own });
  const file = join(COMPILED, 'package.json');
  const isKnown = existsSync(file) && readFileSync(file, 'utf8') === text;
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.includes('node_modules'))
      .map((path) => join(ROOT, folder, path)),
  );
  await Promise.all(paths.map((path) => compile(path, isKnown)));
  writeFileSync(file, text);
}

/** A stack with places in the sources instead of places in their JavaScript. */
export async function inSources(stack: string): Promise<string> {
  const maps = new Map<string, SourceMap>();
  const places = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.js)(?:\?\d+)?:(\d+):(\d+)/g)];
  let text = stack;
  for (const [place, path = '', line, column] of places) {
    if (!path.startsWith(COMPILED)) continue;
    const source = join(ROOT, relative(COMPILED, path).replace(/\.js$/, '.ts'));
    const map = maps.get(source) ?? (await mapOf(source));
    maps.set(source, map);
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if ('originalLine' in entry)
      text = text.replace(place, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`);
  }
  return text;
}

async function mapOf(path: string): Promise<SourceMap> {
  const { map } = await transform(readFileSync(path, 'utf8'), {
    ...OPTIONS,
    sourcemap: 'external',
    sourcefile: path,
  });
  return new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]);
}
