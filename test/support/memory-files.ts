/** Files of a recorded machine, read from memory as `src/measure/host/` reads those of a disk. */
import { posix } from 'node:path';
import type { Host } from '../../src/core/host.ts';
import { systemError } from '../../src/measure/host/system-error.ts';
import type { TreeEntry, Tree } from '../../scripts/support/tree.ts';

export interface MemoryFiles extends Pick<Host, 'list' | 'readLink'> {
  read(path: string): Buffer;
}

type Folder = Map<string, Node>;
type Node = TreeEntry | Folder;

/** As in the kernel (MAXSYMLINKS). */
const MAX_LINKS = 40;

export function createMemoryFiles(tree: Tree): MemoryFiles {
  const root = foldersOf(tree);
  /** Reused by every read, like the host's: this reveals code that keeps content without parsing it. */
  let buffer = Buffer.alloc(16 * 1024);
  return {
    read(path) {
      const node = follow(root, path, 'open');
      if (isFolder(node)) throw failure('EISDIR', 'illegal operation on a directory', 'read', path);
      if (typeof node !== 'string') throw failure('EACCES', 'permission denied', 'open', path);
      if (node.length > buffer.length) buffer = Buffer.alloc(node.length * 2);
      return buffer.subarray(0, buffer.write(node, 'latin1'));
    },
    list(path) {
      const node = follow(root, path, 'scandir');
      if (!isFolder(node)) throw failure('ENOTDIR', 'not a directory', 'scandir', path);
      return [...node.keys()];
    },
    readLink(path) {
      const folder = follow(root, posix.dirname(path), 'readlink');
      const node = isFolder(folder) ? folder.get(posix.basename(path)) : undefined;
      if (node === undefined) throw missing('readlink', path);
      if (isLink(node)) return node.linkTo;
      throw failure('EINVAL', 'invalid argument', 'readlink', path);
    },
  };
}

const isFolder = (node: Node | undefined): node is Folder => node instanceof Map;

const isLink = (node: Node): node is { readonly linkTo: string } =>
  typeof node === 'object' && 'linkTo' in node;

/** A system error without a stack trace: that would take longer than the read. */
function failure(...said: Parameters<typeof systemError>): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = systemError(...said);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

const missing = (syscall: string, path: string): Error =>
  failure('ENOENT', 'no such file or directory', syscall, path);

const known = new WeakMap<Tree, Folder>();

/** Those of a frozen tree, which all tests share, are made once. */
function foldersOf(tree: Tree): Folder {
  const folders = known.get(tree) ?? makeFolders(tree);
  if (Object.isFrozen(tree)) known.set(tree, folders);
  return folders;
}

function makeFolders(tree: Tree): Folder {
  const root: Folder = new Map();
  for (const [path, entry] of tree) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let folder = root;
    for (const name of names) {
      const next = folder.get(name) ?? new Map<string, Node>();
      if (!isFolder(next)) throw new Error(`${path}: ${name} is a file and a folder.`);
      folder.set(name, next);
      folder = next;
    }
    folder.set(last, entry);
  }
  return root;
}

/** Follows a path with its links; the root's `..` is the root. */
function follow(root: Folder, path: string, syscall: string): Node {
  const above: Folder[] = [];
  const todo = path.split('/').filter(Boolean).reverse();
  let node: Node = root;
  let links = 0;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (!isFolder(node)) throw failure('ENOTDIR', 'not a directory', syscall, path);
    if (name === '..') {
      node = above.pop() ?? root;
      continue;
    }
    const next: Node | undefined = name === '.' ? node : node.get(name);
    if (next === undefined) throw missing(syscall, path);
    if (!isLink(next)) {
      if (name !== '.') above.push(node);
      node = next;
      continue;
    }
    if (++links > MAX_LINKS) throw failure('ELOOP', 'too many symbolic links encountered', syscall, path);
    if (next.linkTo.startsWith('/')) {
      above.length = 0;
      node = root;
    }
    todo.push(...next.linkTo.split('/').filter(Boolean).reverse());
  }
  return node;
}
