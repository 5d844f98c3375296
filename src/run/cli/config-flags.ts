/** Command-line options that override the configuration. */
import type { ConfigFlags } from '../config/load.ts';
import { wordsOf } from '../../core/option-parse.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { CommandLine } from './parse.ts';
import type { Values } from './options.ts';

const PROCESSES = ['processcount', 'processlist', 'programlist'];

/** Plugin names of `--disable-plugin` and its equivalents. */
function disabled(values: Values): string[] {
  return [
    ...wordsOf(values.disable_plugin ?? ''),
    ...(values.disable_process ? PROCESSES : []),
    ...(values.disable_quicklook ? ['quicklook'] : []),
    ...(values.full_quicklook ? ['cpu', 'mem', 'memswap'] : []),
    ...(values.disable_top ? ['quicklook', 'cpu', 'mem', 'memswap', 'load'] : []),
  ];
}

/** Plugin names of `--enable-plugin` and its equivalents. */
export const enabled = (values: Values): string[] => [
  ...wordsOf(values.enable_plugin ?? ''),
  ...(values.full_quicklook ? ['quicklook', 'load'] : []),
  ...(values.enable_irq ? ['irq'] : []),
];

/** Options that are also keys of the file, as texts by plugin. */
function pluginTexts(values: Values): Record<string, Record<string, string | null>> {
  const whenOn = (isOn: boolean): string | null => (isOn ? 'True' : null);
  return {
    amps: { operators: values.disable_config_exec ? 'False' : null },
    diskio: { show_ramfs: whenOn(values.diskio_show_ramfs) },
    ip: { hide_public_info: whenOn(values.hide_public_info) },
    now: { strftime_format: values.strftime_format || null },
    processlist: {
      export: values.export_process_filter,
      focus: values.process_focus,
      hide_kernel_threads: whenOn(values.no_kernel_threads),
      sort_key: values.sort_processes_key,
    },
  };
}

export function configFlags({ values, given }: CommandLine, registry: readonly Plugin[]): ConfigFlags {
  const texts = pluginTexts(values);
  const options = registry.map(({ name, options = {} }) => [
    name,
    Object.fromEntries(
      Object.entries(texts[name] ?? {}).filter(([key, text]) => text !== null && Object.hasOwn(options, key)),
    ) as Record<string, string>,
  ]);
  return {
    refresh: given.has('time') ? values.time : undefined,
    disable: disabled(values),
    enable: enabled(values),
    disableHistory: values.disable_history,
    disableExec: values.disable_config_exec,
    options: Object.fromEntries(options),
  };
}
