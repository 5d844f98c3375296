/** Keys common to the sections of all exporters, and those of `[export]`. */
import {
  choiceOption,
  flagOption,
  integerOption,
  listOption,
  numberOption,
  type Option,
  type Options,
  type OptionValues,
  patternsOption,
  textOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';

/** Without its own value if it is not set. */
const unset = <T>(option: Option<T>): Option<T | undefined> => ({ ...option, fallback: undefined });

/** Valid in `[export]` for all exporters, in a section for one. */
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

const INTERVAL = [0, 86_400] as const;
const AGGREGATE = ['last', 'mean'] as const;

/** Keys of `[export]` that are defaults of all sections; unset: each exporter has its own. */
const SHARED = {
  interval: numberOption(undefined, 'Seconds between two exports; 0: at every refresh.', INTERVAL),
  align: unset(flagOption(true, 'Exports begin at whole multiples of the interval.')),
  aggregate: choiceOption(AGGREGATE, undefined, 'The last value, or the mean since the last export.'),
  limits: unset(flagOption(false, 'Send thresholds and the size of the history too.')),
} satisfies Options;

export const EXPORT_OPTIONS = {
  enable: listOption(undefined, 'Exporters to run without --export.'),
  hostname: textOption('', 'Name of this host for exporters; empty: its own, without its domain.'),
  ...SHARED,
  ...SELECTION,
} satisfies Options;

export const EXPORT_SECTION = defineSection(
  'export',
  'All exporters. Each has a section, and further ones with a name behind it, such as [influxdb2_berlin]. Passwords and tokens may also come from a file or from the environment variable GANDER_EXPORT_<SECTION>_<KEY>.',
  EXPORT_OPTIONS,
);

export type ExportOptions = OptionValues<typeof EXPORT_OPTIONS>;

export const COMMON_OPTIONS = {
  disable: flagOption(false, 'Do not run it.'),
  interval: numberOption(undefined, 'Seconds between two exports; 0: at every refresh.', INTERVAL),
  align: flagOption(
    true,
    'Exports begin at whole multiples of the interval, so that hosts line up in charts; else each host has its own moment.',
  ),
  aggregate: choiceOption(
    AGGREGATE,
    'last',
    'Of values that go up and down, the last one, or the mean since the last export and, ending in _max, the largest.',
  ),
  limits: flagOption(false, 'Send thresholds and the size of the history too.'),
  queue_bytes: integerOption(
    64 * 1024 * 1024,
    'Bytes on disk for what waits while the target cannot be reached.',
    [65_536, Number.MAX_SAFE_INTEGER],
  ),
  on_full: choiceOption(
    ['thin', 'oldest'],
    'thin',
    'Which batches are dropped when they are full: every second one of the older half, again and again; or the oldest.',
  ),
  max_age: integerOption(86_400, 'Seconds after which what waits is dropped.', [60, 2_592_000]),
  timeout: integerOption(10, 'Seconds that the target has to answer.', [1, 120]),
  ca_file: textOption(
    undefined,
    'Certificates (PEM) of authorities to trust instead of those of the system.',
  ),
  cert_file: textOption(
    undefined,
    'Certificate (PEM) of this host, for servers that ask for one over TLS; key_file has its key.',
  ),
  key_file: textOption(undefined, 'Private key (PEM) of the certificate in cert_file.'),
  ...SELECTION,
} satisfies Options;

export type CommonOptions = OptionValues<typeof COMMON_OPTIONS>;

/** Defaults from `[export]`. @param valueOf undefined: not set */
export const sharedValues = (
  valueOf: (key: keyof typeof SHARED) => unknown,
): [key: string, value: unknown][] =>
  (Object.keys(SHARED) as (keyof typeof SHARED)[])
    .map((key): [string, unknown] => [key, valueOf(key)])
    .filter(([, value]) => value !== undefined);

/** Returns the keys of one exporter, with its own defaults. */
export function commonOptions({
  sendsLimits,
  interval,
}: {
  sendsLimits: boolean;
  interval: number;
}): typeof COMMON_OPTIONS {
  return {
    ...COMMON_OPTIONS,
    limits: { ...COMMON_OPTIONS.limits, fallback: sendsLimits ? 'True' : 'False' },
    interval: { ...COMMON_OPTIONS.interval, fallback: String(interval) },
  };
}
