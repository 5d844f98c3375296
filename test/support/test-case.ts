/**
 * A test case of a plugin in one file: its host at every step (`1/proc/stat`, see `scripts/support/recording.ts`), what is
 * served then (`1/expected.json`), and in front of them the configuration, where it matters (`gander.conf`).
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseIni } from '../../src/run/config/ini.ts';
import { type Archive, formatArchive, parseArchive } from '../../scripts/support/archive.ts';
import { placeOf, stepsOf } from '../../scripts/support/recording.ts';
import { json, type Tree } from '../../scripts/support/tree.ts';

export interface TestCase {
  archive: Archive;
  /** Texts of the configuration, by section and key. */
  sections: Record<string, Record<string, string>>;
  steps: Tree[];
  /** The served value after each step; undefined: none yet. */
  expected: unknown[];
}

const CONFIGURATION = 'gander.conf';
const EXPECTED = 'expected.json';

/** Names of the files in a folder that may be missing. */
export const listTestCases = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.txtar'))
        .sort()
    : [];

export function parseTestCase(bytes: Uint8Array, name: string): TestCase {
  const archive = parseArchive(bytes, name);
  const content = new Map(archive.entries);
  const textOf = (path: string): string => {
    const entry = content.get(path);
    return typeof entry === 'string' ? Buffer.from(entry, 'latin1').toString('utf8') : '';
  };
  const steps = stepsOf(archive);
  for (const step of steps) step.delete(EXPECTED);
  return {
    archive,
    sections: sectionsOf(textOf(CONFIGURATION), name),
    steps,
    expected: steps.map((_, index) => parseExpected(textOf(`${index + 1}/${EXPECTED}`))),
  };
}

/** The same file with the present values. */
export function formatTestCase({ archive, steps }: TestCase, served: readonly unknown[]): Buffer {
  const isExpected = (path: string): boolean => placeOf(path)?.path === EXPECTED;
  const inputs = archive.entries.filter(([path]) => !isExpected(path));
  const entries = [
    ...inputs.filter(([path]) => placeOf(path) === null),
    ...steps.flatMap((_, index): Archive['entries'] => [
      ...inputs.filter(([path]) => placeOf(path)?.step === index + 1),
      [`${index + 1}/${EXPECTED}`, json(served[index])],
    ]),
  ];
  return formatArchive({ comment: archive.comment, entries });
}

const parseExpected = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

function sectionsOf(text: string, name: string): TestCase['sections'] {
  const sections = parseIni(Buffer.from(text), `${name}: ${CONFIGURATION}`);
  return Object.fromEntries(
    [...sections].map(([section, { entries }]) => [
      section,
      Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    ]),
  );
}
