/** Settings from the options of the command line that the terminal knows. */
import { isSortKey } from '../../../core/process-order.ts';
import type { TerminalSettings } from './settings.ts';
import { ALL_VITAL, MORE_VITAL } from '../../display/effects.ts';

/** The options by their keys in the table of options. */
export interface TerminalOptions {
  percpu: boolean;
  disable_left_sidebar: boolean;
  disable_quicklook: boolean;
  full_quicklook: boolean;
  disable_top: boolean;
  meangpu: boolean;
  programs: boolean;
  process_short_name: boolean;
  byte: boolean;
  diskio_iops: boolean;
  diskio_latency: boolean;
  fahrenheit: boolean;
  fs_free_space: boolean;
  disable_irix: boolean;
  enable_irq: boolean;
  enable_light: boolean;
  disable_bold: boolean;
  disable_bg: boolean;
  enable_separator: boolean;
  disable_cursor: boolean;
  enable_process_extended: boolean;
  theme_white: boolean;
  process_filter: string | null;
  sort_processes_key: string | null;
  stop_after: number | null;
}

/** Sections of `--light`: the essentials only. */
const LIGHT_HIDDEN = ['rail', 'quicklook'];

/** @param outputs of the configuration; either side may switch a part off */
export function settingsFrom(
  options: TerminalOptions,
  outputs: { separator: boolean; disable_bg: boolean } = { separator: true, disable_bg: false },
): TerminalSettings {
  const { sort_processes_key: sort } = options;
  return {
    preferences: {
      bits: !options.byte,
      binary: true,
      fahrenheit: options.fahrenheit,
      hidden: new Set([
        ...(options.disable_left_sidebar ? ['rail'] : []),
        ...(options.disable_quicklook ? ['quicklook'] : []),
        ...(options.full_quicklook ? ['cpu', 'mem', ...MORE_VITAL] : []),
        ...(options.disable_top ? ALL_VITAL : []),
        ...(options.enable_irq ? [] : ['irq']),
        ...(options.enable_light ? LIGHT_HIDDEN : []),
      ]),
      percpu: options.percpu,
      freeSpace: options.fs_free_space,
      iops: options.diskio_iops,
      latency: options.diskio_latency,
      meanGpu: options.meangpu,
      longNames: !options.process_short_name,
      perMachine: options.disable_irix,
      networkSum: false,
      networkTotal: false,
      sparklines: true,
      isLight: options.theme_white,
    },
    sort: isSortKey(sort) ? sort : null,
    filter: filterFrom(options.process_filter),
    programs: options.programs,
    extended: options.enable_process_extended,
    hasCursor: !options.disable_cursor,
    hasBold: !options.disable_bold,
    hasBackground: !options.disable_bg && !outputs.disable_bg,
    hasSeparators: options.enable_separator && outputs.separator,
    stopAfter: options.stop_after,
  };
}

/** `-f` is a regular expression, or one for a field, for whole texts. */
function filterFrom(pattern: string | null): string {
  if (pattern === null || pattern === '') return '';
  return /^\w+:/.test(pattern) ? pattern : `/${pattern.replaceAll('/', String.raw`\/`)}/`;
}
