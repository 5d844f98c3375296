/**
 * A machine at several moments, as an archive. Files of step 1 are below `1/`; below `2/` is what differs from step 1,
 * and so on: a step has every file of the one before it that it does not name again. `(gone)` takes a file or a folder away.
 * Paths that do not begin with the number of a step belong to the whole recording (`gander.conf` of a test case).
 */
import type { Archive, ArchiveEntry } from './archive.ts';
import { isSame, type Tree } from './tree.ts';

const IN_STEP = /^(?<step>[1-9]\d*)\/(?<path>.+)$/;

interface Place {
  step: number;
  path: string;
}

/** Step of an entry; null: of the whole recording. */
export function placeOf(path: string): Place | null {
  const found = IN_STEP.exec(path)?.groups;
  return found ? { step: Number(found['step']), path: found['path'] ?? '' } : null;
}

/**
 * The machine at each step.
 * @param base the steps of a machine that this one changes: what it names at a step stays like that, whatever the base does later
 */
export function stepsOf({ entries }: Archive, base: readonly Tree[] = []): Tree[] {
  const steps: Tree[] = base.map((tree) => new Map(tree));
  let last = 1;
  for (const [path, entry] of entries) {
    const place = placeOf(path);
    if (place === null) continue;
    const { step } = place;
    if (step < last || step > steps.length + 1) {
      throw new Error(`${path} is out of turn: steps follow each other from 1.`);
    }
    last = step;
    if (step > steps.length) steps.push(new Map(steps.at(-1)));
    for (const tree of steps.slice(step - 1)) apply(tree, place.path, entry);
  }
  return steps;
}

/** The entries of these steps: all of the first, and differences from the previous one for the others. */
export function entriesOf(steps: readonly Tree[]): Archive['entries'] {
  return steps.flatMap((tree, index) =>
    [...changes(steps[index - 1] ?? new Map(), tree)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, entry]): [string, ArchiveEntry] => [`${index + 1}/${path}`, entry]),
  );
}

function changes(before: Tree, after: Tree): Map<string, ArchiveEntry> {
  const present = new Set([...after.keys()].flatMap(withFolders));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return new Map<string, ArchiveEntry>([
    ...[...after].filter(([path, entry]) => !isSame(before.get(path), entry)),
    // An empty folder is removed as a whole.
    ...gone.map((path): [string, ArchiveEntry] => [
      withFolders(path).find((folder) => !present.has(folder)) ?? path,
      { isGone: true },
    ]),
  ]);
}

/** The folders above a path from the top, and itself. */
function withFolders(path: string): string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function apply(tree: Tree, path: string, entry: ArchiveEntry): void {
  if (typeof entry === 'string' || !('isGone' in entry)) {
    tree.set(path, entry);
    return;
  }
  const gone = [...tree.keys()].filter((known) => known === path || known.startsWith(`${path}/`));
  if (gone.length === 0) throw new Error(`${path} is not there and cannot go.`);
  for (const known of gone) tree.delete(known);
}
