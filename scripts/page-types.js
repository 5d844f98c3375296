/**
 * Checks the types of the page with TypeScript 7, which takes a third of the time of vue-tsc. Components become TypeScript by the
 * compiler that vue-tsc uses. Where a message belongs to what somebody wrote, vue-tsc decides, and says where it is.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { at } from './ensure.js';

const { createParsedCommandLine, createVueLanguagePlugin } = createRequire(
  at('node_modules/vue-tsc/index.js'),
)('@vue/language-core');

/** Imports between the sources and this copy are resolved as if both were one folder. */
const COPY = at('node_modules/.cache/page-types');
const PROJECT = at('web/tsconfig.json');

/** Generates the TypeScript of a component; returns text and the ranges whose messages count. */
function compile(plugin, path) {
  const source = ts.ScriptSnapshot.fromString(readFileSync(at(path), 'utf8'));
  const root = plugin.createVirtualCode(at(path), 'vue', source, { getAssociatedScript() {} });
  const { code } = plugin.typescript.getServiceScript(root);
  const text = code.snapshot.getText(0, code.snapshot.getLength());
  const target = join(COPY, `${path}.ts`);
  mkdirSync(dirname(target), { recursive: true });
  // Line numbers stay the same: helpers are imported from another folder.
  writeFileSync(target, text.replaceAll(/(\/\/\/ <reference types=")[./]*(node_modules\/)/g, `$1${at()}$2`));
  return { text, mappings: code.mappings };
}

/** Whether a message at this position concerns source text, by Vue's source map. */
function counts({ text, mappings }, line, column, code) {
  const lines = text.split('\n');
  const offset = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1);
  return mappings.some(({ generatedOffsets, generatedLengths, lengths, data: { verification } }) => {
    const isWithin = generatedOffsets.some(
      (start, index) => offset >= start && offset <= start + (generatedLengths ?? lengths)[index],
    );
    if (!isWithin || !verification) return false;
    return typeof verification !== 'object' || (verification.shouldReport?.('ts', code) ?? true);
  });
}

rmSync(COPY, { recursive: true, force: true });
const { options, vueOptions } = createParsedCommandLine(ts, ts.sys, PROJECT);
const plugin = createVueLanguagePlugin(ts, options, vueOptions, (id) => id);
const components = new Map(
  readdirSync(at('web'), { recursive: true })
    .filter((path) => path.endsWith('.vue'))
    .map((path) => [`web/${path}.ts`, compile(plugin, `web/${path}`)]),
);
writeFileSync(
  join(COPY, 'tsconfig.json'),
  JSON.stringify({
    extends: PROJECT,
    compilerOptions: { rootDirs: [at(), COPY] },
    include: ['web/**/*.ts', 'test/page/**/*.ts', 'src/**/*.d.ts']
      .map((one) => at(one))
      .concat(`${COPY}/web/**/*.ts`),
    exclude: [],
  }),
);
const checker = [at('node_modules/typescript7/bin/tsc'), '-p', COPY, '--checkers', '1', '--pretty', 'false'];
const { status, stdout } = spawnSync(process.execPath, checker, { cwd: COPY, encoding: 'utf8' });
const messages = stdout.split('\n').filter((line) => line.includes('error TS'));
const isWrong = messages.some((message) => {
  const [, path, line, column, code] = /^(\S[^(]*)\((\d+),(\d+)\): error TS(\d+)/.exec(message) ?? [];
  const component = components.get(path);
  return component === undefined || counts(component, Number(line), Number(column), Number(code));
});
if (isWrong || (status !== 0 && messages.length === 0)) {
  const decided = spawnSync(process.execPath, [at('node_modules/vue-tsc/bin/vue-tsc.js'), '-p', PROJECT], {
    stdio: 'inherit',
  });
  process.exitCode = decided.status ?? 1;
}
