/** Keys of `[metrics]`. */
import { service } from '../../core/parts/service.ts';
import { fallbackOf, OptionError, wordsOf } from '../../core/option-parse.ts';
import type { ReadCpuTimes } from './cpu-time.ts';
import type { GlancesNames } from './glances.ts';
import {
  choiceOption,
  integerOption,
  type Option,
  type Options,
  type OptionValues,
  parsedOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';

export const PROFILES = ['gander', 'node', 'glances'] as const;
export type Profile = (typeof PROFILES)[number];

/** `name:value` pairs with valid label names. Throws `OptionError`. */
export function parseLabels(text: string): ReadonlyMap<string, string> {
  return new Map(
    wordsOf(text).map((pair) => {
      const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(pair) ?? [];
      if (!/^[a-zA-Z_]\w*$/.test(name) || name.startsWith('__'))
        throw new OptionError(`expected name:value pairs separated by commas, not "${pair}"`);
      return [name, value.trim()];
    }),
  );
}

/** Expensive collectors of the profile node. */
export const OPTIONAL_COLLECTORS = ['interrupts', 'processes', 'systemd', 'tcpstat'] as const;

/** Reads words from a list, separated by commas. The reader throws `OptionError`. */
const someOf =
  <W extends string>(all: readonly W[]) =>
  (text: string): W[] => {
    const words = wordsOf(text.toLowerCase());
    if (words.length === 0 || words.some((word) => !all.includes(word as W)))
      throw new OptionError(`expected some of ${all.join(', ')}, separated by commas`);
    return [...new Set(words as W[])];
  };

export const METRICS_OPTIONS = {
  profiles: {
    ...parsedOption(
      someOf(PROFILES),
      'Names that /metrics uses unless its address says otherwise: gander, node, glances.',
      'gander,node',
    ),
    fallback: 'gander',
  } as Option<Profile[]>,
  labels: parsedOption(
    parseLabels,
    'Labels of every metric of the profile gander, as name:value pairs separated by commas.',
    'site:berlin',
  ),
  processes: choiceOption(
    ['none', 'programs', 'top'],
    'programs',
    'Whether programs are shown, or single processes (top), each of which is a new series: many short-lived ones fill a database.',
  ),
  processes_max: integerOption(
    30,
    'Programs or processes shown; of programs the others are summed up.',
    [1, 1000],
  ),
  collectors: parsedOption(
    someOf(OPTIONAL_COLLECTORS),
    'Further collectors of the profile node, all of them costly: interrupts, processes, systemd, tcpstat.',
    'processes,tcpstat',
  ),
  max_items: integerOption(500, 'Items of a plugin that are shown.', [1, 100_000]),
} satisfies Options;

export const METRICS_SECTION = defineSection(
  'metrics',
  'Metrics for Prometheus, at /metrics.',
  METRICS_OPTIONS,
);

export type MetricsOptions = OptionValues<typeof METRICS_OPTIONS>;

/** All settings of the metrics. */
export interface MetricsSettings {
  readonly options: MetricsOptions;
  /** For the profile glances. */
  readonly glances: GlancesNames & {
    /** True if thresholds are included. */
    readonly limits: boolean;
  };
  /** Collects the profile node as text format 0.0.4; null: there is no host to read. */
  readonly node: (() => Promise<readonly string[]>) | null;
  /** For the profile gander; null: there is no host to read. */
  readonly cpuTimes: ReadCpuTimes | null;
}
export const MetricsSettings = service<MetricsSettings>('settings of /metrics');

/** Defaults without a configuration file. */
export const DEFAULT_METRICS: MetricsSettings = {
  options: Object.fromEntries(
    Object.entries(METRICS_OPTIONS).map(([key, option]) => [key, fallbackOf(option)]),
  ) as MetricsOptions,
  glances: { prefix: 'glances', labels: new Map([['src', 'glances']]), limits: true },
  node: null,
  cpuTimes: null,
};
