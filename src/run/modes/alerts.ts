/** `gander alerts`: tests alerts on the history on disk; no running agent is needed. */
import { counted } from '../../core/counted.ts';
import { defineRun } from '../../core/commands/subcommand.ts';
import { UsageError } from '../../core/errors.ts';
import { RangeReader, type RangeSetup } from '../../history/archive/query/range.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { judgedSeries, type Preview, previewOf, type PreviewSetup } from '../../alerts/rules/preview.ts';
import { showMoment, showSpan } from '../../show/display/durations.ts';
import { firstSamples } from '../../show/text/first-samples.ts';
import { forTerminal, jsonForTerminal } from '../../show/text/text.ts';
import { type AlertsOptions, parseAlertsArguments } from '../cli/alerts-arguments.ts';
import { createFileProblems } from '../../core/file-problems.ts';
import { parseCommandLine } from '../cli/parse.ts';
import { historyPaths, openReading } from '../parts/archive-reading.ts';
import { openParts } from '../../core/parts/open.ts';
import type { Part } from '../../core/parts/part.ts';
import { Configuration } from '../config/load.ts';
import { Agent } from '../parts/agent.ts';
import { AGENT } from '../parts/agent-parts.ts';
import { CONFIGURATION } from '../parts/configuration-parts.ts';
import { openHost } from '../parts/open-host.ts';
import { givenTo } from '../parts/open-mode.ts';

export const PARTS: readonly Part[] = [...CONFIGURATION, ...AGENT];

/** A judged value and the name of its plugin. */
type Judged = readonly [plugin: string, verdict: LevelVerdict];

/** Resolves with the exit code. Throws `SyntaxProblem`, `Failure` and `ConfigError`. */
export const run = defineRun(parseAlertsArguments, async (options, process) => {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const warn = (text: string): void => void process.stderr.write(`${forTerminal(text)}\n`);
  // The agent's timers do not keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  try {
    return await tryAlerts(process, options, print, warn);
  } finally {
    clearInterval(alive);
  }
});

async function tryAlerts(
  process: NodeJS.Process,
  options: AlertsOptions,
  print: (text: string) => void,
  warn: (text: string) => void,
): Promise<number> {
  const { path } = await historyPaths(options.folder, process.env, options.confFile);
  const reading = await openReading(path, (_, text) => warn(text));
  const previews: Preview[] = [];
  for (const [plugin, verdict] of await judgedValues(process, options, warn)) {
    const preview = await previewOf({ plugin, verdict, ...setupOf(reading, options) });
    if (preview !== null) previews.push(preview);
    else if (options.types.length > 0) throw new UsageError(`${typeOf(verdict)} has no thresholds to try.`);
  }
  if (options.isJson) print(jsonForTerminal(previews, 2));
  else for (const preview of previews) for (const line of linesOf(preview)) print(forTerminal(line));
  return 0;
}

const setupOf = (reading: RangeSetup, options: AlertsOptions): Omit<PreviewSetup, 'plugin' | 'verdict'> => ({
  trial: {
    thresholds: options.thresholds,
    delays: {
      ...(options.for !== null && { warningFor: options.for, criticalFor: options.for }),
      ...(options.clearFor !== null && { clearFor: options.clearFor }),
    },
  },
  source: {
    slice: reading.slice,
    async *range(ids, range) {
      const reader = await RangeReader.open(reading, range);
      for (const id of ids) yield await reader.read(id);
    },
  },
  now: Date.now(),
  from: options.from,
});

const typeOf = ({ stat }: LevelVerdict): string => stat.toUpperCase();

/** Returns the requested values, otherwise those that raise events on this machine now. Throws `Failure`. */
async function judgedValues(
  process: NodeJS.Process,
  { types, confFile }: AlertsOptions,
  warn: (text: string) => void,
): Promise<Judged[]> {
  const command = parseCommandLine(confFile === null ? [] : ['-C', confFile]);
  const host = openHost(command, process.env);
  const { get } = await openParts(PARTS, {
    given: givenTo({
      command,
      environment: process.env,
      host,
      // Plugins that this host lacks do not matter.
      log: { write: () => {} },
      // Rules of the page that are damaged are not judged by.
      problems: createFileProblems({ write: (_level, text) => warn(text) }),
    }),
  });
  const agent = get(Agent);
  for (const warning of get(Configuration).warnings) warn(warning);
  await firstSamples(
    agent,
    host.clock,
    agent.plugins.map(({ name }) => name),
  );
  const all = agent.plugins.flatMap(({ name }) =>
    agent.levels
      .judgeOf(name)(agent.store.latest(name).value)
      .filter((verdict) => judgedSeries(verdict, name) !== null)
      .map((verdict): Judged => [name, verdict]),
  );
  agent.sampler.stop();
  host.close();
  if (types.length === 0) return all.filter(([, { log: isLogged }]) => isLogged);
  return types.map((type) => {
    const found = all.find(([, verdict]) => typeOf(verdict) === type);
    if (found === undefined)
      throw new UsageError(
        `There is no judged value ${type} on this machine: ${[...new Set(all.map(([, verdict]) => typeOf(verdict)))].join(', ')}.`,
      );
    return found;
  });
}

/** A preview as text. */
export function linesOf(preview: Preview): string[] {
  const { type, series, unit, thresholds, since, spans, firings, left, alternatives } = preview;
  const rules = [
    ...(thresholds.warning === null ? [] : [`warning at ${thresholds.warning} for ${preview.warning_for} s`]),
    ...(thresholds.critical === null
      ? []
      : [`critical at ${thresholds.critical} for ${preview.critical_for} s`]),
  ];
  const head = `${type}: ${rules.join(', ')}${unit === null ? '' : ` (${unit})`}, over within ${preview.clear_for} s`;
  if (since === null) return [head, `  No history of ${series}.`];
  const valuesOf = (key: string): string =>
    alternatives
      .filter((alternative) => alternative.key === key)
      .map(({ value, count }) => `${value}: ${count}`)
      .join(', ');
  return [
    head,
    `  History of ${series} since ${showMoment(since)}.`,
    ...spans.map(({ days, count, longest, shortest }) => {
      const range = count === 0 ? '' : `, from ${showSpan(shortest)} to ${showSpan(longest)}`;
      return `  Last ${counted(days, 'day')}: ${counted(count, 'notification')}${range}`;
    }),
    ...firings.map(({ begin, end, state, worst, flapping }) => {
      const length = end === null ? 'ongoing' : showSpan((end - begin) / 1000);
      const value = Number(worst.toPrecision(4));
      return `  ${showMoment(begin)}  ${state}  ${length}, worst ${value}${flapping ? ', flapping' : ''}`;
    }),
    ...(left > 0 ? [`  and ${left} before these`] : []),
    `  Notifications with another threshold: ${valuesOf('threshold')}`,
    `  Notifications with another duration in seconds: ${valuesOf('for')}`,
  ];
}
