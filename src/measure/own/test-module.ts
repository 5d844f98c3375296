/** Runs the recorded test cases of a module: for `gander plugin test`. */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { MOST_IN_ALL } from './bounds.ts';
import type { OwnItem } from './declaration.ts';
import { parseModule } from './formats/module.ts';
import { createSeries } from './series.ts';
import { type ModuleHost, openModule, optionsIn } from './ways/module.ts';

interface CaseReport {
  readonly name: string;
  /** Null: as expected. */
  readonly problem: string | null;
}

const TIMEOUT_MS = 10_000;
/** Between two steps. */
const STEP_SECONDS = 10;
const HEAD = /^-- (.+) --$/;

/** Rejects with the reason why nothing could be run. @param updates whether what was read becomes what is expected */
export async function testModule(folder: string, updates: boolean): Promise<CaseReport[]> {
  const path = moduleIn(folder);
  const cases = join(folder, 'testcases');
  const names = (await readdir(cases).catch(() => [])).filter((name) => name.endsWith('.txtar')).sort();
  if (names.length === 0) throw new Error(`${cases} has no files *.txtar`);
  const reports: CaseReport[] = [];
  for (const name of names) reports.push(await runCase(path, join(cases, name), name, updates));
  return reports;
}

const textIn = (path: string): string => readSmallFile(path).toString('utf8');

/** Returns the entry `main` of package.json, otherwise plugin.mjs. */
function moduleIn(folder: string): string {
  const file = join(folder, 'package.json');
  const { main = 'plugin.mjs' } = existsSync(file) ? (JSON.parse(textIn(file)) as { main?: string }) : {};
  const path = resolve(folder, main);
  if (!existsSync(path)) throw new Error(`${path} does not exist: name the module as main in package.json`);
  return path;
}

async function runCase(path: string, file: string, name: string, updates: boolean): Promise<CaseReport> {
  const { comment, entries } = parseCase(textIn(file));
  const steps = recordedSteps(entries);
  const options = optionsIn(entries.get('options') ?? '');
  const opened = openModule({
    path,
    options,
    timeoutMs: TIMEOUT_MS,
    hostOf: (step) => recordedHost(steps[step - 1] ?? {}),
  });
  const series = createSeries({ only: null, prefix: '', wished: {}, room: { left: MOST_IN_ALL } });
  const problems: string[] = [];
  try {
    for (let step = 1; step <= steps.length; step += 1) {
      const reading = parseModule(await opened.read(step));
      const { items } = series.make(reading, step * STEP_SECONDS);
      problems.push(...reading.refused.map(({ place, reason }) => `step ${step}, ${place}: ${reason}`));
      const key = `${step}/expected.json`;
      const found = `${JSON.stringify(items.map(shown), null, 2)}\n`;
      if (updates) entries.set(key, found);
      else if (entries.get(key) !== found) problems.push(`step ${step} gives\n${found}`);
    }
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    opened.close();
  }
  if (updates && problems.length === 0) await writeFile(file, writtenCase(comment, entries));
  return { name, problem: problems.length === 0 ? null : problems.join('; ') };
}

const shown = ({ name, value, total, unit }: OwnItem): object => ({
  name,
  value,
  ...(total !== undefined && { total }),
  unit,
});

interface Case {
  readonly comment: string;
  readonly entries: Map<string, string>;
}

/** A comment, then texts behind lines such as `-- 1/file /proc/uptime --`. */
function parseCase(text: string): Case {
  const entries = new Map<string, string>();
  let comment = '';
  let name: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const head = HEAD.exec(line.trimEnd())?.[1];
    if (head !== undefined) entries.set((name = head), '');
    else if (name === null) comment += line;
    else entries.set(name, (entries.get(name) ?? '') + line);
  }
  return { comment, entries };
}

const writtenCase = (comment: string, entries: ReadonlyMap<string, string>): string =>
  comment + [...entries].map(([name, text]) => `-- ${name} --\n${text}`).join('');

/** Answers by step; a later one has those of earlier ones, unless it names others. */
function recordedSteps(entries: ReadonlyMap<string, string>): Record<string, string>[] {
  const steps: Record<string, string>[] = [];
  for (const [name, text] of entries) {
    const [, number, key = ''] = /^(\d{1,3})\/(.+)$/.exec(name) ?? [];
    if (number === undefined || key === 'expected.json') continue;
    for (let step = steps.length; step < Number(number); step += 1) steps.push({ ...steps[step - 1] });
    steps[Number(number) - 1]![key] = text;
  }
  return steps;
}

/** Answers of one step in place of the machine. */
function recordedHost(answers: Readonly<Record<string, string>>): ModuleHost {
  const answer = async (key: string): Promise<string> => {
    const found = answers[key];
    if (found === undefined) throw new Error(`the test case has no ${key}`);
    return found;
  };
  return {
    readText: (path) => answer(`file ${path}`),
    run: (argv) => answer(`run ${argv.join(' ')}`),
    fetchText: (url) => answer(`url ${url}`),
  };
}
