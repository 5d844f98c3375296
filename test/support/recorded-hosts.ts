/** The machines of the tests: archives in `test/hosts/`, and a big server that is composed. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Archive, parseArchive } from '../../scripts/support/archive.ts';
import { placeOf, stepsOf } from '../../scripts/support/recording.ts';
import type { Tree } from '../../scripts/support/tree.ts';
import { composeBigHost } from '../hosts/big-server/host.ts';
import { STEPS } from '../hosts/big-server/model.ts';

const BIG_SERVER = 'big-server';
const SUFFIX = '.txtar';
const folder = join(import.meta.dirname, '../hosts');
const COMPOSED = 'composed';
/** What composed machines name are their differences from this one. */
export const BASE = `${COMPOSED}/base`;

const archivesIn = (path: string): string[] =>
  readdirSync(path)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => basename(name, SUFFIX));

/** Their names, sorted. */
export const recordedHosts = (): string[] => [BIG_SERVER, ...archivesIn(folder)].sort();

/** Small machines, each for what is odd about it; not part of suites that need much of a machine. */
export const composedHosts = (): string[] =>
  archivesIn(join(folder, COMPOSED))
    .map((name) => `${COMPOSED}/${name}`)
    .sort();

const known = new Map<string, readonly Tree[]>();

/** The files of a machine at each step; all callers share them, and change none. */
export function hostSteps(name: string): readonly Tree[] {
  const steps = known.get(name) ?? readSteps(name).map((tree) => Object.freeze(tree));
  known.set(name, steps);
  return steps;
}

function readSteps(name: string): Tree[] {
  if (name === BIG_SERVER) return STEPS.map(composeBigHost);
  return stepsOf(archiveOf(name), isChange(name) ? hostSteps(BASE) : []);
}

const isChange = (name: string): boolean => name.startsWith(`${COMPOSED}/`) && name !== BASE;

function archiveOf(name: string): Archive {
  const file = join(folder, `${name}${SUFFIX}`);
  return parseArchive(readFileSync(file), file);
}

/** The files in which a composed machine differs from the base; null: all of a machine are its own. */
export const ownPaths = (name: string): ReadonlySet<string> | null =>
  isChange(name) ? new Set(archiveOf(name).entries.map(([path]) => placeOf(path)?.path ?? '')) : null;
