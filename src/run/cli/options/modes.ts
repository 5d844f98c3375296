/** Modes of the program. */
import { flag, integer, nullFlag, text } from '../declare.ts';

const modes = { group: 'modes' } as const;
const COUNT = [1, Number.MAX_SAFE_INTEGER] as const;

/** Shells that complete the command line. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const modeOptions = {
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
  stdout_json: text('--stdout-json', null, 'Print plugins as one JSON object per line.', {
    ...modes,
    argument: 'list',
  }),
  stdout_csv: text('--stdout-csv', null, 'Print values as a CSV table.', { ...modes, argument: 'list' }),
  stdout_fetch: flag('--fetch --stdout-fetch', 'Print a summary of the host.', modes),
  fetch_template: text(
    '--fetch-template --stdout-fetch-template',
    '',
    'Print a summary from this template, in Jinja syntax.',
    { ...modes, argument: 'path' },
  ),
  stdout_issue: nullFlag('--issue', 'Report the state of every plugin on this host.', modes),
  stop_after: integer('--stop-after', null, 'Exit after this many outputs or screens; not with -w and -s.', {
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
  stdout_api_doc: nullFlag('--api-doc', 'Print the documentation of the API as Markdown.', modes),
  stdout_api_restful_doc: nullFlag('--api-restful-doc', 'Same as --api-doc.', modes),
  print_completion: text(
    '--print-completion --completion',
    null,
    'Print the completion script for a shell.',
    {
      ...modes,
      argument: 'shell',
      choices: SHELLS,
      inArgs: false,
    },
  ),
  modules_list: flag('--modules-list --module-list', 'List plugins and exporters.', modes),
  version: flag('-V --version', 'Print versions and the path of the log file.', { ...modes, inArgs: false }),
  help: flag('-h --help', 'Print this help.', { ...modes, inArgs: false }),
};
