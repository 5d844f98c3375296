/** Keys of `[metrics]`. */
import { fallbackOf, OptionError, wordsOf } from '../core/option-parse.ts';
import type { GlancesNames } from './glances.ts';
import {
  choiceOption,
  integerOption,
  type Option,
  type Options,
  type OptionValues,
  parsedOption,
} from '../core/options.ts';

export const PROFILES = ['gander', 'glances'] as const;
export type Profile = (typeof PROFILES)[number];

/** `name:value` pairs; names are those of labels. Throws `OptionError`. */
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

/** Throws `OptionError`. */
export function parseProfiles(text: string): Profile[] {
  const words = wordsOf(text.toLowerCase());
  const unknown = words.find((word) => !PROFILES.includes(word as Profile));
  if (unknown !== undefined || words.length === 0)
    throw new OptionError(`expected some of ${PROFILES.join(', ')}, separated by commas`);
  return [...new Set(words as Profile[])];
}

export const METRICS_OPTIONS = {
  profiles: {
    ...parsedOption(
      parseProfiles,
      'What /metrics shows unless its address says otherwise: gander, glances.',
      'gander,glances',
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
  max_items: integerOption(500, 'Items of a plugin that are shown.', [1, 100_000]),
} satisfies Options;

export type MetricsOptions = OptionValues<typeof METRICS_OPTIONS>;

/** All that decides what is shown. */
export interface MetricsSettings {
  readonly options: MetricsOptions;
  /** Of the profile glances. */
  readonly glances: GlancesNames & {
    /** Whether thresholds are shown too. */
    readonly limits: boolean;
  };
}

/** With no configuration file. */
export const DEFAULT_METRICS: MetricsSettings = {
  options: Object.fromEntries(
    Object.entries(METRICS_OPTIONS).map(([key, option]) => [key, fallbackOf(option)]),
  ) as MetricsOptions,
  glances: { prefix: 'glances', labels: new Map([['src', 'glances']]), limits: true },
};
