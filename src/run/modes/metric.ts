/** `gander metric test`: reads a source of users once, as the agent would; no agent is needed. */
import { defineRun } from '../../core/commands/subcommand.ts';
import { availableParallelism } from 'node:os';
import { Failure, UsageError } from '../../core/errors.ts';
import { didYouMean } from '../../core/nearest.ts';
import type { Plugin } from '../../core/plugin.ts';
import { createHost } from '../../measure/host/local-host.ts';
import { createJudge } from '../../measure/levels/judge.ts';
import { limitsOf } from '../../measure/levels/limits.ts';
import { MOST_OF_SOURCE } from '../../measure/own/bounds.ts';
import { PREFIX, type SourceValues } from '../../measure/own/options.ts';
import { type SourceReport, testSource } from '../../measure/own/test-source.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { forTerminal } from '../../show/text/text.ts';
import { parseMetricArguments } from '../cli/metric-arguments.ts';
import { diskFiles } from '../config/files.ts';
import { type Configuration, loadSettings } from '../config/load.ts';
import { findConfig } from '../config/search.ts';

/** Resolves with the exit code. Throws `SyntaxProblem`, `ConfigError`, `UsageError` and `Failure`. */
export const run = defineRun(
  parseMetricArguments,
  async ({ name, confFile, disableExec }, { env, stdout }) => {
    const configuration = await loadSettings({
      registry: plugins,
      file: findConfig(confFile ?? undefined, env, diskFiles),
      files: diskFiles,
      flags: { disableExec },
    });
    const { plugin, values } = sourceNamed(name, configuration);
    const host = createHost({ env });
    try {
      const report = await testSource({ name, values, host, mayRun: !disableExec }).catch((error: Error) => {
        throw new Failure(`[${PREFIX}${name}] cannot be read: ${error.message}.`);
      });
      for (const line of linesOf(report, levelsOf(plugin, configuration, report)))
        stdout.write(`${forTerminal(line)}\n`);
      return report.items.length > 0 ? 0 : 1;
    } finally {
      host.close();
    }
  },
);

function sourceNamed(
  name: string,
  { registry, settings }: Configuration,
): { plugin: Plugin; values: SourceValues } {
  const own = registry.filter(({ metrics }) => metrics === 'by item');
  const plugin = own.find((one) => one.name === name);
  const [source] = (settings.optionsOf(name)['source'] ?? []) as { values: SourceValues }[];
  if (plugin !== undefined && source !== undefined) return { plugin, values: source.values };
  const hint = didYouMean(
    name,
    own.map((one) => one.name),
  );
  throw new UsageError(`The configuration has no section [${PREFIX}${name}]${hint}`);
}

function levelsOf(
  plugin: Plugin,
  { settings }: Configuration,
  { items }: SourceReport,
): ReadonlyMap<string, string> {
  const limits = limitsOf(plugin, {
    section: settings.section(plugin.name),
    historySize: settings.historySize,
    cores: availableParallelism(),
  });
  const verdicts = createJudge(plugin, limits)(items);
  return new Map(
    verdicts.flatMap(({ identity, level }) =>
      identity === null || level === 'DEFAULT' ? [] : [[identity, level] as const],
    ),
  );
}

function linesOf(report: SourceReport, levels: ReadonlyMap<string, string>): string[] {
  const { items, refused, refusals, beyond, ms } = report;
  const rows = items.map(({ name, value, total, unit, counted_in: counted }) => [
    name,
    String(total ?? value ?? 'no number now'),
    total === undefined ? unit : `${counted ?? ''}, a counter`.replace(/^, /, ''),
    levels.get(name) ?? '',
  ]);
  const more = refusals - refused.length;
  return [
    ...aligned([['SERIES', 'VALUE', 'UNIT', 'LEVEL'], ...rows]),
    ...refused.map(({ place, reason }) => `Refused: ${place}: ${reason}.`),
    ...(more > 0 ? [`Refused: ${more} more.`] : []),
    ...(beyond > 0 ? [`Left out: ${beyond} series beyond ${MOST_OF_SOURCE}.`] : []),
    `Read in ${ms.toFixed(1)} ms: ${items.length} of at most ${MOST_OF_SOURCE} series.`,
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
