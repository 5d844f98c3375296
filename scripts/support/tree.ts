import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Files of a recorded machine: path relative to the step's folder → content as a byte string (latin1, one character
 * per byte), because names in `/proc` are bytes and need not be valid UTF-8.
 */
export type Tree = Map<string, string>;

/** The bytes of a text's UTF-8 form, as a byte string. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Writes every file of the tree below `folder`, making folders as needed. */
export function writeTree(folder: string, tree: Tree): void {
  for (const [path, content] of tree) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content, 'latin1');
  }
}

/** Reads all files below `folder`, as {@link writeTree} wrote them. */
export function readTree(folder: string): Tree {
  const tree: Tree = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    tree.set(path.slice(folder.length + 1), readFileSync(path, 'latin1'));
  }
  return tree;
}

/** A JSON file's content, indented. */
export function json(value: unknown): string {
  return utf8(`${JSON.stringify(value, null, 2)}\n`);
}
