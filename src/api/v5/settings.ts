/** Configuration and command line in the form of version 5, secrets masked. */
import { maskSecrets } from '../../core/redact.ts';
import type { Served, ServedMember } from '../../core/served.ts';
import type { ShownSettings } from '../../http/route/services.ts';

/** Returns the settings that everyone may see without a password. */
export function publicConfig({ config }: ShownSettings): Served {
  const { global = {}, outputs = {} } = config();
  return {
    global: { refresh: numberIn(global['refresh'] ?? global['refresh_time'], 2) },
    outputs: {
      theme: outputs['theme'] ?? 'dark',
      max_processes_display: numberIn(outputs['max_processes_display'], null),
      api_doc: true,
    },
  };
}

/** Returns all settings, with the typed values of {@link publicConfig} that the file does not set. */
export function wholeConfig(settings: ShownSettings): Served {
  const { passwords: _, ...sections } = settings.config();
  const typed = publicConfig(settings) as Record<string, Served>;
  return {
    ...sections,
    global: { ...typed['global'], ...sections['global'] },
    outputs: { ...typed['outputs'], ...sections['outputs'] },
  };
}

function numberIn<T>(text: string | undefined, otherwise: T): number | T {
  const number = Number(text);
  return text === undefined || text === '' || Number.isNaN(number) ? otherwise : number;
}

/** Options of version 5, and ours where the name differs. Others that we have no option for are false. */
const NAMES: Readonly<Record<string, string | null>> = {
  api_doc: null,
  arrow_keys_sort: 'arrow_keys_sort',
  bind: 'bind_address',
  browser: 'browser',
  byte: 'byte',
  client: 'client',
  config_path: 'conf_file',
  debug: 'debug',
  disable_autodiscover: 'disable_autodiscover',
  disable_config_exec: 'disable_config_exec',
  disable_cursor: 'disable_cursor',
  disable_history: 'disable_history',
  disable_plugin: 'disable_plugin',
  disable_unicode: 'disable_unicode',
  disable_webui: 'disable_webui',
  diskio_iops: 'diskio_iops',
  diskio_latency: 'diskio_latency',
  enable_mcp: 'enable_mcp',
  enable_plugin: 'enable_plugin',
  export: 'export',
  export_csv_file: 'export_csv_file',
  export_csv_overwrite: 'export_csv_overwrite',
  export_json_file: 'export_json_file',
  export_process_filter: 'export_process_filter',
  fahrenheit: 'fahrenheit',
  fs_free_space: 'fs_free_space',
  full_quicklook: 'full_quicklook',
  hide_public_info: 'hide_public_info',
  mcp_path: 'mcp_path',
  meangpu: 'meangpu',
  network_cumul: 'network_cumul',
  network_sum: 'network_sum',
  no_tui: 'quiet',
  percpu: 'percpu',
  port: 'port',
  process_filter: 'process_filter',
  programs: 'programs',
  server: 'webserver',
  set_password: null,
  sort_processes_key: 'sort_processes_key',
  time: 'time',
  username: 'username',
};

const MASK = '***';
/** Never shown, whatever they are. */
const MASKED = new Set(['config_path', 'set_password', 'username']);

const shown = (value: ServedMember) => (typeof value === 'string' ? maskSecrets(value) : (value ?? null));

export function args5({ args }: ShownSettings): Served {
  const ours = args();
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, own]) => [
      name,
      MASKED.has(name) ? MASK : name === 'api_doc' ? true : own === null ? false : shown(ours[own]),
    ]),
  );
}
