/** Derives the mode of a run from its options; rejects invalid combinations and missing features. */
import { UsageError } from '../../core/errors.ts';
import { wordsOf } from '../../core/option-parse.ts';
import { linearFilter } from '../../core/linear-filter.ts';
import { orNull } from '../../core/or-null.ts';
import { portOf, type Values } from './options.ts';

export type Mode =
  | 'help'
  | 'version'
  | 'modules'
  | 'api-doc'
  | 'completion'
  | 'notify-test'
  | 'export-test'
  | 'export'
  | 'terminal'
  | 'servers'
  | 'serve'
  | 'issue'
  | 'stdout'
  | 'stdout-json'
  | 'stdout-csv'
  | 'fetch';

/** Modes that print text without reading the host. */
export type TextMode = 'help' | 'version' | 'modules' | 'completion' | 'api-doc';

const NO_TERMINAL = 'The screen needs a terminal on input and output, and there is none';
const NO_CURSOR = 'The screen needs a terminal that can move its cursor, and TERM is dumb';

/** Why the terminal screen cannot be shown; null: it can. */
export function lackOfTerminal(isTerminal: boolean, term: string | undefined): string | null {
  if (!isTerminal) return NO_TERMINAL;
  return term === 'dumb' ? NO_CURSOR : null;
}

/**
 * Throws {@link UsageError}.
 * @param lack see {@link lackOfTerminal}
 */
export function chooseMode(values: Values, lack: string | null = NO_TERMINAL): Mode {
  const noScreen = lack ?? (values.quiet ? 'With -q nothing is shown' : null);
  if (values.help) return 'help';
  if (values.version) return 'version';
  refuseCombinations(values);
  if (values.modules_list) return 'modules';
  if (values.print_completion !== null) return 'completion';
  if (values.notify_test !== null) return 'notify-test';
  if (values.export_test !== null) return 'export-test';
  if (values.webserver || values.server) return 'serve';
  if (values.stdout_issue) return 'issue';
  if (isDocumentation(values)) return 'api-doc';
  if (values.stdout !== null) return 'stdout';
  if (values.stdout_json !== null) return 'stdout-json';
  if (values.stdout_csv !== null) return 'stdout-csv';
  if (values.stdout_fetch || values.fetch_template !== '') return 'fetch';
  if (values.browser) {
    if (noScreen === null) return 'servers';
    throw new UsageError(`${noScreen}: -w --browser has a page for the list of servers.`);
  }
  if (noScreen === null) return 'terminal';
  // Without a terminal, another host is printed as a summary.
  if (values.client !== null) return 'fetch';
  if (values.export !== null) return 'export';
  throw new NoMode(noScreen);
}

/** No option says what to do. */
export class NoMode extends UsageError {
  constructor(noScreen: string) {
    super(`${noScreen}. ${NO_MODE}`);
  }
}

type Rule = readonly [applies: (values: Values) => boolean, message: string];

const isDocumentation = (values: Values): boolean =>
  values.stdout_api_doc === true || values.stdout_api_restful_doc === true;

const isPrintedOnce = (values: Values): boolean =>
  values.stdout_fetch || values.fetch_template !== '' || values.stdout_issue === true;

const isPrinting = (values: Values): boolean =>
  values.stdout !== null ||
  values.stdout_json !== null ||
  values.stdout_csv !== null ||
  isPrintedOnce(values) ||
  isDocumentation(values);

/** Rejects pairs of options. */
const COMBINATIONS: readonly Rule[] = [
  [
    (values) => values.server && values.webserver,
    '-s and -w exclude each other: -w --enable-rpc serves both, XML-RPC on port 61209 (--rpc-port).',
  ],
  [
    (values) =>
      values.webserver && values.enable_rpc && values.rpc_port > 0 && values.rpc_port === portOf(values),
    '--rpc-port and --port are the same: choose another port with --rpc-port.',
  ],
  [
    (values) => values.client !== null && (values.server || values.webserver),
    '-c shows another host and excludes -s and -w, which serve this one.',
  ],
  [
    (values) => values.client !== null && values.export !== null,
    '--export sends the values of this host and excludes -c.',
  ],
  [
    (values) => values.export !== null && isPrintedOnce(values),
    '--export sends at every refresh, and excludes --fetch, --fetch-template and --issue, which print once and end.',
  ],
  [
    (values) => values.client !== null && values.stdout_issue === true,
    '--issue looks at this host and excludes -c.',
  ],
  [
    (values) => values.webserver && (values.stdout_issue === true || isDocumentation(values)),
    '--issue, --api-doc and --api-restful-doc print and end; -w excludes them.',
  ],
  [
    (values) => values.browser && values.client !== null,
    '--browser lists servers and excludes -c, which shows one.',
  ],
  [
    (values) => values.browser && values.server && !values.webserver,
    '--browser lists servers on a page, with -w, or in the terminal: XML-RPC (-s) has no list.',
  ],
  [
    (values) => values.browser && !values.webserver && values.export !== null,
    '--export sends the values of this host and excludes --browser without -w.',
  ],
  [
    (values) => values.browser && !values.webserver && isPrinting(values),
    '--browser without -w is a list in the terminal, and excludes the modes that print.',
  ],
  [
    (values) => (values.trace_malloc || values.memory_leak) && isRemote(values),
    '--trace-malloc and --memory-leak exclude -c, -s and -w.',
  ],
  [
    (values) =>
      wordsOf(values.disable_plugin ?? '').includes('all') &&
      wordsOf(values.enable_plugin ?? '').length === 0,
    '--disable-plugin all needs --enable-plugin with the plugins to keep.',
  ],
];

function isRemote(values: Values): boolean {
  return values.client !== null || values.server || values.webserver;
}

function refuseCombinations(values: Values): void {
  for (const [applies, message] of COMBINATIONS) if (applies(values)) throw new UsageError(message);
  const { process_filter: filter } = values;
  if (filter !== null && orNull(() => linearFilter(filter)) === null)
    throw new UsageError(
      `-f takes a regular expression for the name of a process, or FIELD:EXPRESSION, not "${filter}".`,
    );
}

const NO_MODE = `Say what to do:
  gander -w                       serve the API and the web page on port 61208
  gander -s                       serve XML-RPC on port 61209
  gander --fetch                  print a summary of this host
  gander --stdout cpu.total,load  print values every two seconds
  gander --browser                list servers, to show one; with -w on a page
  gander -c HOST                  show another host; also with --stdout
  gander --export csv,influxdb2   send values to files and databases
  gander --issue                  say how each plugin is doing
  gander --help                   list all options`;
