/** Plays machines through plugins, and asks the oracle about each step. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createJudge, type Judge } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createFakeClock } from './fake-clock.ts';
import { faultsOf } from './plausible.ts';
import { composedHosts, hostSteps, ownPaths, recordedHosts } from './recorded-hosts.ts';
import { coresOf, stepPlugin, type StepResult, type Stepping, wallTime } from './step-plugin.ts';
import { listTestCases, parseTestCase, type TestCase } from './test-case.ts';

export interface Machine extends Pick<TestCase, 'steps' | 'sections'> {
  name: string;
  /** Whose test case it is; null: a whole machine. */
  plugin: Plugin | null;
  /** Files in which it differs from another machine; null: all of them. */
  own: ReadonlySet<string> | null;
}

const root = join(import.meta.dirname, '../..');
/** Inputs that are handed over outside the project; tests do not depend on them. */
const HANDED = join(root, '../shared/cases');

/** Handed inputs that no agent starts with. */
const REFUSED: Readonly<Record<string, string>> = {
  'hide-pattern-hides-everything.txtar': 'its pattern looks ahead, which RE2 does not know',
};

/** Recorded machines, then test cases of plugins, then what was handed over. */
export function allMachines(): Machine[] {
  const whole = [...recordedHosts(), ...composedHosts()].map((name) => ({
    name,
    plugin: null,
    own: ownPaths(name),
    steps: [...hostSteps(name)],
    sections: {},
  }));
  const cases = plugins.flatMap((plugin) =>
    casesIn(join(root, 'src/measure/plugins', plugin.name, 'testcases'), plugin),
  );
  return [...whole, ...cases, ...casesIn(HANDED, null)];
}

const casesIn = (folder: string, plugin: Plugin | null): Machine[] =>
  listTestCases(folder)
    .filter((file) => plugin !== null || !(file in REFUSED))
    .map((file) => {
      const { steps, sections } = parseTestCase(readFileSync(join(folder, file)), file);
      return {
        name: `${plugin?.name ?? 'shared'}/${basename(file, '.txtar')}`,
        plugin,
        own: null,
        steps,
        sections,
      };
    });

export interface Played {
  faults: string[];
  /** Plugin and step pairs that the oracle saw. */
  observed: number;
  /** What it served after the last step. */
  last?: StepResult | undefined;
}

const judges = new Map<string, Judge>();

/** Judges are made once for a plugin, a number of cores and a section. */
function judgeOf(plugin: Plugin, section: Record<string, string>, cores: number): Judge {
  const key = JSON.stringify([plugin.name, section, cores]);
  const judge = judges.get(key) ?? createJudge(plugin, limitsOf(plugin, { section, historySize: 10, cores }));
  judges.set(key, judge);
  return judge;
}

/** What is implausible in what a plugin serves of a machine, step by step. */
export async function playPlausibly(
  plugin: Plugin,
  machine: Pick<Machine, 'steps' | 'sections'>,
  { seenThrough }: Pick<Stepping, 'seenThrough'> = {},
): Promise<Played> {
  const cores = Math.max(...machine.steps.map(coresOf));
  const judge = judgeOf(plugin, machine.sections[plugin.name] ?? {}, Number.isFinite(cores) ? cores : 1);
  const played: Played = { faults: [], observed: 0 };
  const results = await stepPlugin(plugin, machine, {
    clock: createFakeClock(wallTime(machine.steps[0]) ?? undefined),
    ...(seenThrough && { seenThrough }),
    observe(value, { health, reason }) {
      played.observed += 1;
      const faults = faultsOf({ plugin, value, health, reason, judge, cores });
      played.faults.push(...faults.map((fault) => `step ${played.observed}: ${plugin.name}: ${fault}`));
    },
  });
  return { ...played, last: results.at(-1) };
}
