/** The keys of the section `[history]`. */
import { parseDuration } from '../../core/amounts.ts';
import { OptionError } from '../../core/option-parse.ts';
import {
  choiceOption,
  flagOption,
  integerOption,
  type OptionValues,
  parsedOption,
  parsedSecretOption,
  prefilledOption,
  secretOption,
  textOption,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { parseHeaders, parseToken, parseWebUrl } from '../../net/deliver/parse.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';

/** Throws `OptionError`. */
function labelName(text: string): string {
  if (!/^[a-zA-Z_]\w*$/.test(text)) throw new OptionError('expected the name of a label, such as instance');
  return text;
}

const OWN_OPTIONS = {
  url: parsedOption(
    parseWebUrl,
    'Address of the database, to which /api/v1/query is added; unset: the hub reads no database.',
    'http://localhost:9090',
  ),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  token: parsedSecretOption(parseToken, 'Bearer token, in place of user and password.'),
  headers: parsedSecretOption(
    parseHeaders,
    'Further headers, as Name: value pairs separated by commas.',
    'X-Scope-OrgID: team',
  ),
  verify_ssl: flagOption(true, 'Check the certificate of the server.'),
  ca_file: textOption(
    undefined,
    'Certificates (PEM) of authorities to trust instead of those of the system.',
  ),
  profile: choiceOption(
    ['gander', 'node'],
    'gander',
    'Whose metrics it holds: those of Gander, or those of node_exporter.',
  ),
  label: prefilledOption('instance', 'Label that names the host.', labelName),
  interval: integerOption(15, 'Seconds between two samples in the database.', [1, 3600]),
  mode: choiceOption(
    ['all', 'history'],
    'all',
    'all: also lists hosts of the database that are not in the list of servers; history: does not.',
  ),
  keep: prefilledOption('7d', 'How long a host stays listed after its last sample.', parseDuration),
};

export const HISTORY_SECTION = defineSection(
  'history',
  'A database with the query API of Prometheus, from which a hub (--browser) reads the past of hosts. Passwords and tokens may also come from a file or from the environment variable GANDER_HISTORY_<KEY>.',
  withFileKeys(OWN_OPTIONS) as typeof OWN_OPTIONS,
);
/** Values of the section. */
export type HistoryOptions = OptionValues<typeof OWN_OPTIONS>;
