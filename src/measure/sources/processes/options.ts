import { wordsOf } from '../../../core/option-parse.ts';
import {
  FOR_CLIENTS,
  choiceOption,
  flagOption,
  listOption,
  thresholdOptions,
  withoutEffect,
  type OptionValues,
} from '../../../core/options.ts';
import { linearFilter } from '../../../core/linear-filter.ts';
import { SORT_KEYS } from '../../../core/process-order.ts';

/** Every nice value but the usual 0. */
const UNUSUAL_NICE = Array.from({ length: 40 }, (_, index) => String(index - 20)).filter(
  (nice) => nice !== '0',
);

/** Filters separated by commas. Throws {@link OptionError}: a filter that is no expression would match nothing. */
function parseFilters(text: string): string[] {
  const filters = wordsOf(text);
  for (const filter of filters) linearFilter(filter);
  return filters;
}

const filtersOption = (description: string) => ({
  ...listOption(undefined, description),
  parse: parseFilters,
});

/** Section `[processlist]`, which controls the process engine and colours the process list. */
export const processOptions = {
  disable_stats: listOption(
    ['cpu_num'],
    'Fields of a process that are not collected. The fields pid and name always are.',
  ),
  focus: filtersOption(
    'Keeps only the processes that match one of these filters. A filter is a regular expression that must match a ' +
      'whole name or program path, or field:expression.',
  ),
  export: filtersOption('Filters, in the form of focus, that select the processes sent to exporters.'),
  sort_key: choiceOption(
    SORT_KEYS,
    undefined,
    'Order of the processes. Unset: by the resource of an ongoing alert, otherwise by CPU.',
  ),
  hide_kernel_threads: flagOption(false, 'Leaves out the threads of the kernel.'),
  disable_virtual_memory: flagOption(false, 'User interfaces leave out the column of virtual memory.'),
  ...thresholdOptions('cpu', [50, 70, 90]),
  ...thresholdOptions('mem', [50, 70, 90]),
  nice_ok: withoutEffect(listOption(undefined, 'Nice values shown as ok.'), FOR_CLIENTS),
  nice_careful: withoutEffect(listOption(undefined, 'Nice values shown as careful.'), FOR_CLIENTS),
  nice_warning: withoutEffect(listOption(UNUSUAL_NICE, 'Nice values shown as warning.'), FOR_CLIENTS),
  nice_critical: withoutEffect(listOption(undefined, 'Nice values shown as critical.'), FOR_CLIENTS),
  status_ok: listOption(['R', 'W', 'P', 'I'], 'States shown as ok.'),
  status_careful: listOption(undefined, 'States shown as careful.'),
  status_warning: listOption(undefined, 'States shown as warning.'),
  status_critical: listOption(['Z', 'D'], 'States shown as critical.'),
};

export type ProcessOptions = OptionValues<typeof processOptions>;
