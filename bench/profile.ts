/** CPU profiles of the built program, by files of the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'dist/gander.cjs');

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/** Files of the sources on the stack, the innermost first; null: the program was idle. */
export type Stack = readonly string[] | null;

/** The map of the built program: it is built once more in the same way, since the build keeps none. */
export async function sourceMap(): Promise<SourceMap> {
  // By a path that the compiler does not follow: the script has no types.
  const script = join(ROOT, 'scripts/build.js');
  const { program } = (await import(script)) as { program: BuildOptions };
  const { outputFiles = [] } = await build({ ...program, sourcemap: 'external', write: false });
  const textOf = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  if (textOf('gander.cjs') !== readFileSync(BUILT, 'utf8')) throw new Error('dist/ is not the build of src/');
  return new SourceMap(JSON.parse(textOf('.map')) as ConstructorParameters<typeof SourceMap>[0]);
}

/**
 * Milliseconds by what `classify` makes of the stacks of the only profile in a folder.
 * @param map made before the agent starts: the sources may change meanwhile
 * @param fromSecond samples before it are left out
 */
export async function timesBy<T extends string>(
  folder: string,
  map: SourceMap,
  fromSecond: number,
  classify: (stack: Stack) => T,
): Promise<ReadonlyMap<T, number>> {
  const name = readdirSync(folder).find((one) => one.endsWith('.cpuprofile')) ?? '';
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const fileOf = ({ callFrame: { url, lineNumber, columnNumber } }: ProfileNode): string => {
    if (!url.endsWith('dist/gander.cjs')) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    return 'originalSource' in entry ? entry.originalSource.replace(/^.*?(?=src\/|node_modules\/)/, '') : '';
  };
  const classes = new Map<number, T>();
  const classOf = (id: number): T => {
    const known = classes.get(id);
    if (known !== undefined) return known;
    const leaf = byId.get(id);
    const stack: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node !== undefined) stack.push(fileOf(node));
    }
    const found = classify(leaf?.callFrame.functionName === '(idle)' ? null : stack);
    classes.set(id, found);
    return found;
  };
  const times = new Map<T, number>();
  let now = 0;
  for (const [index, id] of samples.entries()) {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    now += ms;
    if (now < fromSecond * 1000) continue;
    const found = classOf(id);
    times.set(found, (times.get(found) ?? 0) + ms);
  }
  return times;
}
