/** Keys that the sections of all exporters have, and those of `[export]`. */
import {
  choiceOption,
  flagOption,
  integerOption,
  listOption,
  numberOption,
  type Options,
  type OptionValues,
  patternsOption,
  textOption,
} from '../core/options.ts';

/** In `[export]` for all exporters, in a section for one. */
const SELECTION = {
  plugins: patternsOption(undefined, 'Plugins whose values are sent, as regular expressions; empty: all.'),
  exclude_plugins: patternsOption(undefined, 'Plugins whose values are not sent.'),
  fields: patternsOption(
    undefined,
    'Values that are sent, by plugin.field or plugin.item.field; empty: all.',
  ),
  exclude_fields: patternsOption(
    undefined,
    'Values that are not sent, by the same names, which may lack the plugin.',
  ),
  items: patternsOption(undefined, 'Items (interfaces, mount points) whose values are sent; empty: all.'),
} satisfies Options;

export const EXPORT_OPTIONS = {
  enable: listOption(undefined, 'Exporters to run without --export.'),
  hostname: textOption('', 'Name of this host for exporters; empty: its own, without its domain.'),
  ...SELECTION,
} satisfies Options;

export type ExportOptions = OptionValues<typeof EXPORT_OPTIONS>;

export const COMMON_OPTIONS = {
  disable: flagOption(false, 'Do not run it.'),
  interval: numberOption(undefined, 'Seconds between two exports; 0: at every refresh.', [0, 86_400]),
  aggregate: choiceOption(
    ['last', 'mean'],
    'last',
    'Of values that go up and down, the last one, or the mean since the last export and, ending in _max, the largest.',
  ),
  limits: flagOption(false, 'Send thresholds and the size of the history too.'),
  queue_bytes: integerOption(
    64 * 1024 * 1024,
    'Bytes on disk for what waits while the target cannot be reached; then resolution is given up.',
    [65_536, Number.MAX_SAFE_INTEGER],
  ),
  max_age: integerOption(undefined, 'Seconds after which what waits is dropped.', [60, 2_592_000]),
  timeout: integerOption(10, 'Seconds that the target has to answer.', [1, 120]),
  ca_file: textOption(
    undefined,
    'Certificates (PEM) of authorities to trust instead of those of the system.',
  ),
  ...SELECTION,
} satisfies Options;

export type CommonOptions = OptionValues<typeof COMMON_OPTIONS>;

/** Those of one exporter, with its own defaults. */
export function commonOptions({
  sendsLimits,
  interval,
  maxAge = 86_400,
}: {
  sendsLimits: boolean;
  interval: number;
  maxAge?: number;
}): typeof COMMON_OPTIONS {
  return {
    ...COMMON_OPTIONS,
    limits: { ...COMMON_OPTIONS.limits, fallback: sendsLimits ? 'True' : 'False' },
    interval: { ...COMMON_OPTIONS.interval, fallback: String(interval) },
    max_age: { ...COMMON_OPTIONS.max_age, fallback: String(maxAge) },
  };
}
