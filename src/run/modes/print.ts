/** Modes that print values: `--stdout`, `--stdout-json`, `--stdout-csv`, `--fetch`, `--issue`. */
import { inEnglish } from '../../core/said.ts';
import type { PluginValue } from '../../core/served.ts';
import { platform, release } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { canonicalPlugin } from '../../core/glances-names.ts';
import type { Plugin } from '../../core/plugin.ts';
import { Agent } from '../parts/agent.ts';
import { openPrinting } from '../parts/local-parts.ts';
import { type Output, refreshOf } from '../parts/output-setup.ts';
import type { Run } from '../parts/run.ts';
import { endExports } from './export.ts';
import { filterProcesses } from '../../core/linear-filter.ts';
import { runCycles } from '../../show/text/cycles.ts';
import { fetchSummary } from '../../show/text/fetch.ts';
import { firstSamples } from '../../show/text/first-samples.ts';
import { issueReport } from '../../show/text/issue.ts';
import { stdoutLines } from '../../show/text/lines.ts';
import { checkParts, parseSelection, type Selection } from '../../show/text/selection.ts';
import type { PrintSource, ShownAgent } from '../../show/text/print-source.ts';
import { jsonForTerminal } from '../../show/text/text.ts';
import { createTable, type Table } from '../../show/text/table.ts';

/**
 * JSON on one line with a blank after commas and colons, as expected by scripts around `--stdout-json`. Line ends within texts are
 * escaped, so every line end is between tokens.
 */
export const jsonLine = (value: unknown): string =>
  jsonForTerminal(value, 1)
    .replaceAll(/([[{])\n */g, '$1')
    .replaceAll(/\n *([\]}])/g, '$1')
    .replaceAll(/\n */g, ' ');

/** Prints values of this machine. Resolves with the exit code. */
export async function run(run: Run): Promise<number> {
  const printing = await openPrinting(run);
  const { get, configuration, host, output } = printing;
  const agent = get(Agent);
  const shown: PrintSource = {
    agent,
    levels: agent.levels,
    clock: host.clock,
    refresh: refreshOf(run.command, configuration),
    problem: () => null,
    absence: 'is turned off',
    pid: run.process.pid,
  };
  await printMode({ ...run, ...output, registry: configuration.registry, shown, machine: host.machine });
  // Those of the configuration go on in the agent that serves.
  return run.command.values.export === null ? 0 : endExports(printing);
}

interface PrintSetup extends Pick<Run, 'mode' | 'command' | 'print'>, Output {
  shown: PrintSource;
  /** Processor architecture of this host. */
  machine: string;
  registry: readonly Plugin[];
}

/** Resolves after the last output. Throws `UsageError` for unknown values. */
export async function printMode(setup: PrintSetup): Promise<void> {
  switch (setup.mode) {
    case 'stdout':
      return printValues(setup, setup.command.values.stdout ?? '');
    case 'stdout-json':
      return printJson(setup, setup.command.values.stdout_json ?? '');
    case 'stdout-csv':
      return printTable(setup, setup.command.values.stdout_csv ?? '');
    case 'issue':
      return printIssue(setup);
    default:
      return printFetch(setup);
  }
}

/** Returns the lookup of a plugin's value, with only the processes that `-f` selects. */
function selectedValueIn({ shown, command }: PrintSetup): (plugin: Plugin) => PluginValue {
  const valueOf = valueIn(shown.agent);
  const pattern = command.values.process_filter;
  if (pattern === null) return valueOf;
  const isSelected = filterProcesses([pattern]);
  return (plugin) => {
    const value = valueOf(plugin);
    return plugin.name === 'processlist' && Array.isArray(value) ? value.filter(isSelected) : value;
  };
}

const valueIn =
  ({ store }: ShownAgent) =>
  ({ name }: Plugin): PluginValue =>
    store.latest(name).value;

function select({ registry, shown, warn }: PrintSetup, list: string): Selection {
  const enabled = new Set(shown.agent.plugins.map(({ name }) => name));
  const selection = parseSelection(list, { registry, enabled });
  for (const name of selection.absent) {
    const isKnown = registry.some((plugin) => plugin.name === canonicalPlugin(name));
    warn(
      isKnown
        ? `${name} ${shown.absence} and left out.`
        : `${name} is not available in this version and left out.`,
    );
  }
  if (selection.selectors.length === 0) throw new UsageError('None of the requested plugins can be shown.');
  return selection;
}

function cycles(
  { shown, command, taken, warn }: PrintSetup,
  { selectors }: Selection,
  print: () => void,
): Promise<void> {
  const { agent, clock, refresh } = shown;
  let told: string | null = null;
  return runCycles({
    agent,
    clock,
    periodMs: refresh * 1000,
    stopAfter: command.values.stop_after,
    wanted: selectors.map(({ plugin }) => plugin.name),
    print() {
      const said = shown.problem();
      const problem = said && inEnglish(said);
      if (problem === null) print();
      else if (problem !== told) warn(problem);
      told = problem;
    },
    taken,
  });
}

function printValues(setup: PrintSetup, list: string): Promise<void> {
  const selection = select(setup, list);
  const valueOf = selectedValueIn(setup);
  let isChecked = false;
  return cycles(setup, selection, () => {
    if (!isChecked) checkParts(selection.selectors, valueOf);
    isChecked = true;
    for (const selector of selection.selectors) {
      for (const line of stdoutLines(selector, valueOf(selector.plugin))) setup.print(line);
    }
  });
}

/** Prints the table: the first cycle gives the header, each later one a row. */
function printTable(setup: PrintSetup, list: string): Promise<void> {
  const selection = select(setup, list);
  const valueOf = selectedValueIn(setup);
  let table: Table | null = null;
  return cycles(setup, selection, () => {
    if (table === null) {
      checkParts(selection.selectors, valueOf);
      table = createTable(selection.selectors, valueOf);
      setup.print(table.header);
    } else setup.print(table.row());
  });
}

/** Plugins as in the API; failing ones are under `_errors` instead. */
function printJson(setup: PrintSetup, list: string): Promise<void> {
  const selection = select(setup, list);
  const field = selection.selectors.find(({ field }) => field !== null);
  if (field !== undefined)
    throw new UsageError(
      `--stdout-json prints whole plugins: write ${field.label} in place of ${field.text}.`,
    );
  const { agent } = setup.shown;
  return cycles(setup, selection, () => {
    const failing = new Map(
      agent.sampler
        .states()
        .filter(({ state }) => state === 'failing' || state === 'stalled')
        .map(({ name, reason }) => [name, reason]),
    );
    const line: Record<string, unknown> = {};
    const errors: unknown[] = [];
    for (const { label, plugin } of selection.selectors) {
      if (failing.has(plugin.name))
        errors.push({ error: true, plugin: label, message: failing.get(plugin.name) });
      else line[label] = agent.store.latest(plugin.name).value;
    }
    if (errors.length > 0) line['_errors'] = errors;
    setup.print(jsonLine(line));
  });
}

async function printIssue({ shown, machine, registry, style, print, taken }: PrintSetup): Promise<void> {
  const { agent, clock } = shown;
  const start = clock.monotonic();
  await firstSamples(
    agent,
    clock,
    agent.plugins.map(({ name }) => name),
  );
  const report = issueReport({
    registry,
    states: agent.sampler.states(),
    valueOf: valueIn(agent),
    style,
    totalMs: clock.monotonic() - start,
    platform: `Node.js ${process.version}, ${platform()} ${release()}, ${machine}`,
  });
  print(report);
  await taken();
}

async function printFetch({ shown, command, style, print, taken, warn }: PrintSetup): Promise<void> {
  const { agent, clock } = shown;
  const names = agent.plugins.map(({ name }) => name);
  await firstSamples(agent, clock, names);
  const problem = shown.problem();
  if (problem !== null) return warn(inEnglish(problem));
  const enabled = new Set(names);
  const valueOf = (name: string): PluginValue => (enabled.has(name) ? agent.store.latest(name).value : null);
  const judge = (name: string) => (enabled.has(name) ? shown.levels.judgeOf(name)(valueOf(name)) : []);
  const { pid } = shown;
  const { fetch_template: template, byte } = command.values;
  if (template === '') print(fetchSummary({ valueOf, judge, style, bits: !byte, pid }));
  else {
    const { templateSummary } = await import('../../show/text/template.ts');
    print(templateSummary(template, { plugins: agent.plugins, valueOf, pid }));
  }
  await taken();
}
