/** A machine in which one number of one file is another. */
import { posix } from 'node:path';
import type { Host } from '../../src/core/host.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import type { Tree } from '../../scripts/support/tree.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { type Machine, playPlausibly } from './plausible-machines.ts';

/** What drivers, hypervisors and damaged counters are known to say. `falling`: half of what it was. */
export const ODD_NUMBERS = [
  '0',
  '-1',
  '2147483648',
  '4294967295',
  '9223372036854775808',
  '18446744073709551615',
  'falling',
  'N/A',
] as const;
/** In every step, or in the second of three: a counter leaps, and comes back. */
const PLACES = ['always', 'once'] as const;

export interface Mutation {
  path: string;
  /** Index of the number in the file. */
  index: number;
  odd: (typeof ODD_NUMBERS)[number];
  place: (typeof PLACES)[number];
}

/** Files of the recording that are no files of the machine: the clock, and what the kernel cannot answer otherwise. */
const BESIDE = new Set(['time.json', 'addresses.json', 'folders.json', 'timex.json', 'expected.json']);
/** Files of a kind, such as those of processes, of which each says the same as the others. */
const OF_A_KIND = 2;
/** Numbers of a file; further ones are in lines like those before. */
const OF_A_FILE = 160;

const NUMBER = /(?<![\w.])(?:(?<![^\s,:[])-)?\d+(?:\.\d+)?(?![\w.]*\w)/g;

/** All mutations of a machine: every number that the plugins read. */
export function* mutationsOf(
  { steps }: Pick<Machine, 'steps'>,
  paths: Iterable<string>,
): Generator<Mutation> {
  const kinds = new Map<string, number>();
  for (const path of paths) {
    const kind = path.replace(/\d+/g, '0');
    const known = kinds.get(kind) ?? 0;
    kinds.set(kind, known + 1);
    if (known >= OF_A_KIND) continue;
    const count = Math.min(numbersIn(steps[0]?.get(path)).length, OF_A_FILE);
    for (let index = 0; index < count; index += 1)
      // The kernel answers with numbers.
      for (const odd of ODD_NUMBERS.slice(0, path === 'statfs.json' ? -1 : undefined))
        for (const place of PLACES) yield { path, index, odd, place };
  }
}

const numbersIn = (entry: unknown): string[] =>
  typeof entry === 'string' ? (entry.match(NUMBER) ?? []) : [];

/** Three steps: the last is the second again, unless the number is always odd. */
export function mutated({ steps }: Pick<Machine, 'steps'>, mutation: Mutation): Tree[] {
  const [first = new Map(), second = first] = steps;
  const change = (tree: Tree): Tree => {
    const entry = tree.get(mutation.path);
    return typeof entry === 'string' ? new Map(tree).set(mutation.path, replaced(entry, mutation)) : tree;
  };
  return mutation.place === 'once' ? [first, change(second), second] : [change(first), change(second)];
}

function replaced(content: string, { path, index, odd }: Mutation): string {
  let at = -1;
  return content.replace(NUMBER, (number, offset: number) => {
    at += 1;
    if (at !== index) return number;
    if (odd === 'falling') return String(Math.floor(Number(number) / 2));
    // In JSON it is a text, unless it stands in one.
    const isBare = path.endsWith('.json') && isOutsideTexts(content.slice(0, offset));
    return odd === 'N/A' && isBare ? '"N/A"' : odd;
  });
}

const isOutsideTexts = (before: string): boolean => (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 0;

/** Which plugins read which files of a machine. */
export async function readersOf(machine: Machine): Promise<Map<string, Plugin[]>> {
  const readers = new Map<string, Plugin[]>();
  const [first = new Map()] = machine.steps;
  for (const plugin of machine.plugin === null ? plugins : [machine.plugin]) {
    const paths = new Set<string>();
    await playPlausibly(plugin, machine, { seenThrough: (host) => spied(host, first, paths) });
    for (const path of paths) readers.set(path, [...(readers.get(path) ?? []), plugin]);
  }
  return readers;
}

/** The host, which notes what is asked of it. */
function spied(host: Host, tree: Tree, paths: Set<string>): Host {
  const note = (method: string, first: unknown): void => {
    if (method === 'statfs') paths.add('statfs.json');
    else if (method === 'service') paths.add('services.json');
    else if (method === 'run' && Array.isArray(first))
      paths.add(`run/${first.join(' ').replaceAll('/', '_').slice(0, 200)}.json`);
    else if (typeof first === 'string') paths.add(realPath(tree, first));
  };
  return new Proxy(host, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...given: unknown[]): unknown => {
        note(name, given[0]);
        return (member as (...given: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}

/** The path of a file behind links. */
function realPath(tree: Tree, path: string): string {
  let known = '';
  for (const name of path.split('/').filter((part) => part !== '')) {
    known = posix.join(known, name);
    for (let links = 0; links < 8; links += 1) {
      const entry = tree.get(known);
      if (typeof entry !== 'object' || !('linkTo' in entry)) break;
      known = posix.resolve('/', posix.dirname(known), entry.linkTo).slice(1);
    }
  }
  return known;
}

/** The files that can be changed, in a stable order. */
export const fuzzable = ({ steps, own }: Machine, readers: ReadonlyMap<string, unknown>): string[] =>
  [...readers.keys()]
    .filter(
      (path) => !BESIDE.has(path) && own?.has(path) !== false && numbersIn(steps[0]?.get(path)).length > 0,
    )
    .sort();

/** What is implausible with one number changed. */
export async function faultsOfMutation(
  machine: Machine,
  readers: readonly Plugin[],
  mutation: Mutation,
): Promise<string[]> {
  const odd = { steps: mutated(machine, mutation), sections: machine.sections };
  const faults: string[] = [];
  for (const plugin of readers) faults.push(...(await playPlausibly(plugin, odd)).faults);
  return faults;
}
