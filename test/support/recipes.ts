/** Code blocks of a Markdown file that name a path: the files that a reader would write or change. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export interface Block {
  /** `diff` changes a file, any other makes one. */
  language: string;
  path: string;
  text: string;
}

const BLOCK = /^```(\w+) (\S+)\n([\s\S]*?)^```$/gm;

export const blocksIn = (markdown: string): Block[] =>
  [...markdown.matchAll(BLOCK)].map(([, language = '', path = '', text = '']) => ({ language, path, text }));

/** Left out: what is built, and installed. */
const NOT_COPIED = new Set(['.git', 'coverage', 'dist', 'node_modules']);

/** A copy of the project that has its packages. `cpSync` takes ten times as long as `cp`. */
export function copyProject(from: string, to: string): void {
  const copied = readdirSync(from).filter((name) => !NOT_COPIED.has(name));
  mkdirSync(to, { recursive: true });
  execFileSync('cp', ['-RP', ...copied, to], { cwd: from });
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
}

/** A copy of the files that blocks change. */
export function copyChanged(from: string, to: string, blocks: readonly Block[]): void {
  for (const { path } of blocks)
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { force: false });
}

/** Applies a block. Throws if it does not apply as written. */
export function follow({ language, path, text }: Block, root: string): void {
  const file = join(root, path);
  if (language === 'diff') {
    writeFileSync(file, changed(readFileSync(file, 'utf8'), text, path));
    return;
  }
  if (existsSync(file)) throw new Error(`${path} is there already.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `@@` separates parts of a change; kept and removed lines locate each, which must be unique. */
function changed(content: string, change: string, path: string): string {
  return change.split(/^@@\n/m).reduce((text, part) => {
    const lines = part.replace(/\n$/, '').split('\n');
    const linesWith = (signs: string): string =>
      lines
        .filter((line) => line === '' || signs.includes(line.charAt(0)))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const before = linesWith(' -');
    const places = `\n${text}`.split(`\n${before}`).length - 1;
    if (places !== 1) throw new Error(`${path} has ${places} places with these lines:\n${before}`);
    const at = `\n${text}`.indexOf(`\n${before}`);
    return text.slice(0, at) + linesWith(' +') + text.slice(at + before.length);
  }, content);
}
