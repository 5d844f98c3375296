/** All command-line options, in the order of the help. */
import { SORT_KEYS } from '../core/process-order.ts';
import { REFRESH_RANGE } from '../config/plugin-keys.ts';
import { type CliOption, decimal, flag, integer, nullFlag, onFlag, text } from './declare.ts';

const modes = { group: 'modes' } as const;
const exporting = { group: 'exporting' } as const;
const sampling = { group: 'sampling' } as const;
const server = { group: 'server' } as const;
const snmp = { group: 'snmp' } as const;
const settings = { group: 'settings' } as const;
const values = { group: 'values' } as const;
const terminal = { group: 'terminal' } as const;
const later = { group: 'later' } as const;

/** Shells that complete the command line. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const PORT = [0, 65_535] as const;
const SNMP_PORT = [1, 65_535] as const;
const COUNT = [1, Number.MAX_SAFE_INTEGER] as const;
const NATURAL = [0, Number.MAX_SAFE_INTEGER] as const;

const HEAP = 'NODE_OPTIONS=--heap-prof writes a heap profile at the end.';

/** Where the API is served, unless `--port` says otherwise. */
export const DEFAULT_PORT = 61_208;
/** The same for XML-RPC. */
export const DEFAULT_RPC_PORT = 61_209;

/** Adding an option is adding an entry here. */
export const OPTIONS = {
  webserver: flag('-w --webserver', 'Serve the API and the web page.', modes),
  server: flag('-s --server', 'Serve XML-RPC, for clients of older servers.', modes),
  client: text(
    '-c --client',
    null,
    'Show another host, on which gander -w or gander -s runs: HOST, HOST:PORT, [ADDRESS]:PORT or the address of its API.',
    { ...modes, argument: 'host' },
  ),
  stdout: text('--stdout', null, 'Print values line by line: plugin, plugin.field, plugin.item.field.', {
    ...modes,
    argument: 'list',
  }),
  stdout_json: text('--stdout-json', null, 'Print plugins as one JSON object a line.', {
    ...modes,
    argument: 'list',
  }),
  stdout_csv: text('--stdout-csv', null, 'Print values as a CSV table.', { ...modes, argument: 'list' }),
  stdout_fetch: flag('--fetch --stdout-fetch', 'Print a summary of the host.', modes),
  fetch_template: text(
    '--fetch-template --stdout-fetch-template',
    '',
    'Print a summary made from this template, in the language of Jinja.',
    { ...modes, argument: 'path' },
  ),
  stdout_issue: nullFlag('--issue', 'Say how each plugin is doing on this host.', modes),
  stop_after: integer('--stop-after', null, 'End after so many outputs or screens; not with -w and -s.', {
    ...modes,
    argument: 'count',
    range: COUNT,
  }),
  notify_test: text(
    '--notify-test',
    null,
    'Send a test message to a target: NAME of a section [notify_NAME].',
    {
      ...modes,
      argument: 'name',
      inArgs: false,
    },
  ),
  export: text(
    '--export',
    null,
    'Send values with these exporters, separated by commas; also beside -w and the other modes.',
    {
      ...exporting,
      argument: 'names',
    },
  ),
  export_test: text('--export-test', null, 'Send one batch with an exporter, and say what came of it.', {
    ...exporting,
    argument: 'name',
    inArgs: false,
  }),
  export_csv_file: text('--export-csv-file', './glances.csv', 'File of the exporter csv.', {
    ...exporting,
    argument: 'path',
  }),
  export_csv_overwrite: flag('--export-csv-overwrite', 'Start that file anew.', exporting),
  export_json_file: text('--export-json-file', './glances.json', 'File of the exporter json.', {
    ...exporting,
    argument: 'path',
  }),
  export_graph_path: text('--export-graph-path', '/tmp', 'Folder for the charts of --export graph.', {
    ...exporting,
    argument: 'dir',
  }),
  export_process_filter: text(
    '--export-process-filter',
    null,
    'Processes whose values are sent too, in the form of --process-focus.',
    { ...exporting, argument: 'filters' },
  ),
  stdout_api_doc: nullFlag('--api-doc', 'Print the documentation of the API as Markdown.', modes),
  stdout_api_restful_doc: nullFlag('--api-restful-doc', 'The same.', modes),
  print_completion: text('--print-completion --completion', null, 'Print the completion of a shell.', {
    ...modes,
    argument: 'shell',
    choices: SHELLS,
    inArgs: false,
  }),
  modules_list: flag('--modules-list --module-list', 'List plugins and exporters.', modes),
  version: flag('-V --version', 'Print versions and the path of the log file.', { ...modes, inArgs: false }),
  help: flag('-h --help', 'Print this text.', { ...modes, inArgs: false }),
  disable_plugin: text(
    '--disable-plugin --disable-plugins --disable',
    null,
    'Plugins to turn off, separated by commas; all leaves those of --enable-plugin.',
    { ...sampling, argument: 'names' },
  ),
  enable_plugin: text(
    '--enable-plugin --enable-plugins --enable',
    null,
    'Plugins to turn on, whatever else turns them off.',
    { ...sampling, argument: 'names' },
  ),
  disable_process: flag('--disable-process', 'Do not look at processes at all.', sampling),
  disable_quicklook: flag('-3 --disable-quicklook', 'Turn the plugin quicklook off.', sampling),
  full_quicklook: flag(
    '-4 --full-quicklook',
    'Turn quicklook and load on; cpu, mem and memswap off.',
    sampling,
  ),
  disable_top: flag('-5 --disable-top', 'Turn quicklook, cpu, mem, memswap and load off.', sampling),
  disable_history: flag('--disable-history', 'Keep no history.', sampling),
  disable_archive: flag('--disable-archive', 'Keep no history on disk.', sampling),
  enable_irq: flag('--enable-irq', 'Turn the plugin irq on, as --enable-plugin irq does.', sampling),
  enable_process_extended: flag(
    '--enable-process-extended',
    'Gather more about the process at the top of the list.',
    sampling,
  ),
  sort_processes_key: text(
    '--sort-processes',
    null,
    `Sort processes by one of ${SORT_KEYS.join(', ')}; unset: by what is scarce.`,
    { ...sampling, argument: 'key', choices: SORT_KEYS },
  ),
  time: decimal('-t --time', 2, 'Seconds between two samples.', {
    ...sampling,
    argument: 'seconds',
    range: REFRESH_RANGE,
  }),
  process_focus: text('--process-focus', null, 'Keep only processes that match one of these filters.', {
    ...sampling,
    argument: 'filters',
  }),
  no_kernel_threads: flag('--hide-kernel-threads', 'Leave kernel threads out.', sampling),
  diskio_show_ramfs: flag('--diskio-show-ramfs', 'Include RAM disks.', sampling),
  hide_public_info: flag('--hide-public-info', 'Show only the first half of the public address.', sampling),
  browser: flag(
    '--browser',
    'List the servers of [serverlist] and of the local network, in the terminal or, with -w, on a page.',
    server,
  ),
  disable_webui: flag('--disable-webui', 'Serve the API without the web page.', server),
  port: integer('-p --port', null, 'Port to listen on; 0 takes a free one. Unset: 61208, with -s 61209.', {
    ...server,
    argument: 'port',
    range: PORT,
  }),
  enable_rpc: flag('--enable-rpc', 'Serve XML-RPC too, beside -w.', { ...server, inArgs: false }),
  rpc_port: integer('--rpc-port', DEFAULT_RPC_PORT, 'Port of XML-RPC beside -w; 0 takes a free one.', {
    ...server,
    argument: 'port',
    range: PORT,
    inArgs: false,
  }),
  bind_address: text('-B --bind', '0.0.0.0', 'Address to listen on.', { ...server, argument: 'address' }),
  cached_time: integer('--cached-time', 1, 'Seconds for which answers are kept.', {
    ...server,
    argument: 'seconds',
    range: NATURAL,
    instead: 'Requests read memory, and never wait for a sample.',
  }),
  password_prompt: flag(
    '--password',
    'Ask clients for a password, and here for a new one if there is none yet; with -c ask here for that of the other host. Env: GANDER_PASSWORD, GANDER_PASSWORD_FILE.',
    server,
  ),
  username_prompt: flag(
    '--username',
    'The same for a user whose name is asked for; without -c also changes a password.',
    server,
  ),
  username_used: text('-u', null, 'The same for this user. Unset: gander. Env: GANDER_USERNAME.', {
    ...server,
    argument: 'user',
  }),
  api_key: text('--api-key', null, 'Manage keys with which clients may read: add NAME, list, remove NAME.', {
    ...server,
    argument: 'action',
    choices: ['add', 'list', 'remove'],
    inArgs: false,
  }),
  disable_autodiscover: flag(
    '--disable-autodiscover',
    'Neither announce this server on the local network nor look for others.',
    server,
  ),
  open_web_browser: flag('--open-web-browser', 'Open the page in a web browser.', server),
  quiet: flag('-q --quiet', 'Print nothing at start; with --export, show no screen.', server),
  snmp_community: text('--snmp-community', 'public', 'Community that may read them, for versions 1 and 2c.', {
    ...snmp,
    argument: 'name',
  }),
  snmp_port: integer('--snmp-port', 161, 'Port on which they answer SNMP.', {
    ...snmp,
    argument: 'port',
    range: SNMP_PORT,
  }),
  snmp_version: text('--snmp-version', '2c', 'Version of SNMP: 1, 2c or 3.', {
    ...snmp,
    argument: 'version',
    choices: ['1', '2c', '3'],
  }),
  snmp_user: text('--snmp-user', 'private', 'User of version 3.', { ...snmp, argument: 'user' }),
  snmp_auth: text('--snmp-auth', 'password', 'Key of version 3: KEY, sha256:KEY or sha256:KEY/aes:KEY.', {
    ...snmp,
    argument: 'key',
  }),
  snmp_force: flag('--snmp-force', 'With -c, ask by SNMP only.', snmp),
  debug: flag('-d --debug', 'Write more to the log file.', settings),
  conf_file: text('-C --config', null, 'Configuration file to read; it must exist.', {
    ...settings,
    argument: 'path',
  }),
  disable_config_exec: flag(
    '--disable-config-exec',
    'Run no commands from the configuration file: neither actions nor those between back-ticks.',
    settings,
  ),
  enable_config_exec: flag(
    '--enable-config-exec',
    'Replace `commands` in the configuration file by what they print.',
    settings,
  ),
  disable_check_update: flag(
    '--disable-check-update',
    'Do not look for newer versions, which is the default.',
    settings,
  ),
  rootfs: text(
    '--rootfs',
    null,
    'Folder where the root of the watched host is mounted. Env: GANDER_ROOTFS.',
    {
      ...settings,
      argument: 'dir',
    },
  ),
  disable_irix: flag(
    '-0 --disable-irix',
    "Show a process's CPU as a share of the whole host, not of one core.",
    values,
  ),
  percpu: flag('-1 --percpu --per-cpu', 'Show each core.', values),
  disable_left_sidebar: flag('-2 --disable-left-sidebar', 'Hide the left column.', values),
  meangpu: flag('-6 --meangpu', 'Show the mean of all GPUs.', values),
  programs: flag('--programs --program', 'Show programs in place of processes.', values),
  process_short_name: onFlag(
    { names: '--process-short-name', offNames: '--process-long-name' },
    'Show the name of a process in place of its whole command line.',
    values,
  ),
  byte: flag('-b --byte', 'Show network rates in bytes, not bits.', values),
  diskio_iops: flag('--diskio-iops', 'Show operations in place of bytes for disks.', values),
  diskio_latency: flag('--diskio-latency', 'Show latencies in place of bytes for disks.', values),
  fahrenheit: flag('--fahrenheit', 'Show temperatures in degrees Fahrenheit.', values),
  fs_free_space: flag('--fs-free-space', 'Show free in place of used space.', values),
  strftime_format: text('--strftime', '', 'Form of dates, as of strftime(3).', {
    ...values,
    argument: 'format',
  }),
  enable_light: flag(
    '--light --enable-light',
    'Start with the essentials only; keys bring the rest.',
    terminal,
  ),
  theme_white: flag('--theme-white', 'Colours for a terminal with a light background.', {
    ...terminal,
    inArgs: false,
  }),
  disable_bold: flag('--disable-bold', 'No bold text.', terminal),
  disable_bg: flag('--disable-bg', 'No background colours but that of the cursor.', terminal),
  enable_separator: onFlag(
    { offNames: '--disable-separator' },
    'No lines between the parts of the screen.',
    terminal,
  ),
  disable_cursor: flag('--disable-cursor', 'Do not mark the row that keys act on.', terminal),
  arrow_keys_sort: flag('--arrow-keys-sort', 'Arrow keys choose the sort key.', {
    ...terminal,
    instead: 'Left and right always do.',
  }),
  sparkline: flag('--sparkline', 'Draw sparklines.', {
    ...terminal,
    instead: 'They are always drawn; key S hides them.',
  }),
  disable_unicode: flag('--disable-unicode', 'Only ASCII characters.', terminal),
  plugin_dir: text('-P --plugins', null, 'Folder with further plugins.', {
    ...later,
    argument: 'dir',
    instead:
      'Plugins are part of the program, and CONTRIBUTING.md says how to add one; [amp_NAME] runs programs.',
  }),
  enable_mcp: flag('--enable-mcp', 'Serve the Model Context Protocol.', later),
  mcp_path: text('--mcp-path', null, 'Its path.', { ...later, argument: 'path' }),
  process_filter: text(
    '-f --process-filter',
    null,
    'Processes that the screen, --stdout and --stdout-csv show.',
    {
      ...values,
      argument: 'pattern',
    },
  ),
  trace_malloc: flag('--trace-malloc', 'Trace allocations.', { ...later, instead: HEAP }),
  memory_leak: flag('--memory-leak', 'Look for memory leaks.', { ...later, instead: HEAP }),
} satisfies Record<string, CliOption>;

export type Key = keyof typeof OPTIONS;
type ValueOf<O> = O extends CliOption<infer T> ? T : never;

/** A value for every option. */
export type Values = { -readonly [K in Key]: ValueOf<(typeof OPTIONS)[K]> };

/** The port of the first server that is started. */
export const portOf = ({ port, server }: Pick<Values, 'port' | 'server'>): number =>
  port ?? (server ? DEFAULT_RPC_PORT : DEFAULT_PORT);

/** The options with their keys. */
export const optionEntries = (): [Key, CliOption][] => Object.entries(OPTIONS) as [Key, CliOption][];

/** The description with what there is in place of an option that does nothing. */
export const descriptionOf = ({ description, instead }: CliOption): string =>
  instead === undefined ? description : `${description} Without effect: ${instead}`;

/** The form of an option that help and messages use. */
export const mainName = (names: readonly string[]): string =>
  names.find((name) => name.startsWith('--')) ?? names[0] ?? '';
