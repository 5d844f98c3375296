/** `[metric_NAME]`: where numbers of users come from. */
import { CommandError, parseCommands } from '../../core/command.ts';
import { absolutePath, OptionError } from '../../core/option-parse.ts';
import {
  choiceOption,
  flagOption,
  numberOption,
  type OptionValues,
  parsedOption,
  patternsOption,
  REFRESH_RANGE,
  secretOption,
  textOption,
} from '../../core/options.ts';

export const PREFIX = 'metric_';
export const FORMATS = ['prometheus', 'nagios', 'json', 'influx'] as const;
export const PROTOCOLS = ['statsd', 'otlp'] as const;
export type Format = (typeof FORMATS)[number];

const ANY_NUMBER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
/** A source may be asked once a second at most. */
const EVERY = [1, REFRESH_RANGE[1]] as const;
export const EVERY_SECONDS = 60;
export const TIMEOUT_SECONDS = 10;

function parseArguments(text: string): string[] {
  try {
    const [argv = []] = parseCommands(text, false);
    absolutePath(argv[0] ?? '');
    return argv;
  } catch (error) {
    if (error instanceof CommandError)
      throw new OptionError(`expected a program with its arguments: ${error.message}`);
    throw error;
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new OptionError('expected a URL that starts with http:// or https://');
}

/** Where statsd is received. */
export type Listen = { readonly address: string; readonly port: number } | { readonly path: string };

const ADDRESS = /^(?:(127(?:\.\d{1,3}){3}|localhost)|\[(::1)\]):(\d{1,5})$/;

/** Without credentials, numbers are taken from this machine only. */
function parseListen(text: string): Listen {
  if (text.startsWith('/')) return { path: text };
  const [, v4, v6, port = ''] = ADDRESS.exec(text) ?? [];
  const address = v6 ?? (v4 === 'localhost' ? '127.0.0.1' : v4);
  if (address !== undefined && Number(port) >= 1 && Number(port) <= 65_535)
    return { address, port: Number(port) };
  throw new OptionError('expected 127.0.0.1:PORT, [::1]:PORT, or the path of a socket');
}

export const SOURCE_OPTIONS = {
  file: parsedOption(
    absolutePath,
    'File with numbers, or all files of a folder: /var/lib/gander/textfile/*.prom.',
    '/var/lib/gander/textfile/*.prom',
  ),
  command: parsedOption(
    parseArguments,
    'Program with its arguments, run without a shell once per period. Its path is absolute; only root or the user of the agent may write to it and to the folders above it.',
    '/usr/lib/nagios/plugins/check_load -w 5 -c 10',
  ),
  daemon: flagOption(
    false,
    'Whether the program stays: an empty line on its input asks, and an empty line ends its answer. After a failure it is started again, at first after 10 s, later after up to 10 minutes.',
  ),
  url: parsedOption(parseUrl, 'Address that answers with numbers.', 'http://127.0.0.1:9100/metrics'),
  module: parsedOption(
    absolutePath,
    'Module with a plugin, which runs in a thread. The same rules as for commands hold for who may write to it.',
    '/etc/gander/plugins/ups.mjs',
  ),
  options: textOption(undefined, 'Words for the module, such as host=localhost.'),
  push: choiceOption(
    PROTOCOLS,
    undefined,
    'What other programs send: statsd, or OTLP over HTTP at /api/otlp/NAME.',
  ),
  listen: parsedOption(
    parseListen,
    'Where statsd is received: a loopback address (UDP), or the path of a socket. Default: 127.0.0.1:8125.',
    '127.0.0.1:8125',
  ),
  token: secretOption('Token that senders of OTLP need, in the header x-gander-token.'),
  format: choiceOption(FORMATS, 'prometheus', 'Form of the numbers.'),
  every: numberOption(EVERY_SECONDS, 'Seconds between two readings.', EVERY),
  timeout: numberOption(TIMEOUT_SECONDS, 'Seconds that a reading may take.', [0.1, 300]),
  only: patternsOption(undefined, 'Names of metrics to take; others are left out.'),
  warning: numberOption(undefined, 'Threshold of warnings, for all series of the source.', ANY_NUMBER),
  critical: numberOption(undefined, 'Threshold of the critical level.', ANY_NUMBER),
  below: flagOption(false, 'Whether lower values are worse.'),
  for: numberOption(undefined, 'Seconds for which a level lasts before it is notified.', [0, 2_592_000]),
};

export type SourceValues = OptionValues<typeof SOURCE_OPTIONS>;

/** The keys of which a source has exactly one. */
export const WAYS = ['file', 'command', 'url', 'push', 'module'] as const;
