/** Sections of the program as a whole. */
import { parseColumns } from '../../core/columns.ts';
import { hostRule } from '../../core/host-pattern.ts';
import { networkWords, peerWords } from '../../core/ip-networks.ts';
import { absolutePath, OptionError, wordsOf } from '../../core/option-parse.ts';
import {
  choiceOption,
  flagOption,
  integerOption,
  listOption,
  numberedOption,
  numberOption,
  parsedAs,
  parsedOption,
  parsedSecretOption,
  REFRESH_RANGE,
  secretOption,
  textOption,
  withoutEffect,
} from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { userNameProblem } from '../../net/credentials/account.ts';
import { isPasswordHash, oneStage } from '../../net/credentials/password-hash.ts';
import { parseServerName } from '../../core/server-name.ts';

const PORT = [1, 65_535] as const;

export const GLOBAL = defineSection('global', 'Settings of the whole agent.', {
  refresh: numberOption(2, 'Seconds between two samples; -t wins.', REFRESH_RANGE),
  history_size: integerOption(1200, 'Samples kept per series of history; 0 keeps none.', [0, 28_800]),
  strftime_format: textOption(
    '',
    'Form of dates, as of strftime(3); empty: %Y-%m-%d %H:%M:%S %Z. --strftime wins.',
  ),
  check_update: withoutEffect(
    flagOption(false, 'Look for a newer version on the network.'),
    'Gander never asks the network for newer versions.',
  ),
  plugin_dir: withoutEffect(
    textOption(undefined, 'Folder with further plugins.'),
    'Plugins are part of the program; [amp_NAME] runs programs.',
  ),
  idle_refresh_factor: withoutEffect(
    numberOption(undefined, 'Factor by which sampling slows down without clients.'),
    'Heavy plugins rest without clients, the others cost next to nothing.',
  ),
  disable_config_exec: withoutEffect(
    textOption(undefined, 'Run no commands of the configuration.'),
    'Commands run only with --enable-config-exec.',
  ),
});

export const OUTPUTS = defineSection('outputs', 'Web server, web page and terminal.', {
  url_prefix: parsedAs(
    urlPrefix,
    textOption('', 'Path below which everything is served, such as /monitor/; it starts with a slash.'),
  ),
  cors_origins: listOption(['*'], 'Origins whose pages may read the API; * is any.'),
  cors_credentials: flagOption(false, 'Let such pages send credentials; not together with any origin.'),
  cors_methods: listOption(['*'], 'HTTP methods that such pages may use.'),
  cors_headers: listOption(['*'], 'Request headers that such pages may send.'),
  frame_ancestors: parsedAs(
    frameAncestors,
    listOption(
      [],
      'Origins whose pages may embed the web page in a frame, such as https://dash.example; self: this one; empty: none.',
    ),
  ),
  allowed_clients: parsedAs(
    networkWords,
    listOption(
      undefined,
      'Addresses and networks that may connect to any server, such as 192.168.1.0/24; others get no reply; empty: any.',
    ),
  ),
  webui_allowed_hosts: parsedAs(
    hostPatterns,
    listOption(
      undefined,
      'Host names and addresses under which requests are answered, such as *.example.com; empty: any.',
    ),
  ),
  xmlrpc_allowed_hosts: listOption(
    undefined,
    'The same for the XML-RPC server, where *, ? and [abc] stand for characters as in a shell.',
  ),
  trusted_proxies: parsedAs(
    peerWords,
    listOption(
      undefined,
      'Addresses of reverse proxies, such as 127.0.0.1, 10.0.0.0/8, or unix for --socket, whose X-Forwarded-For, -Host and -Proto are believed.',
    ),
  ),
  ssl_keyfile: textOption(undefined, 'Private key for TLS; needs ssl_certfile too.'),
  ssl_certfile: textOption(undefined, 'Certificate for TLS; needs ssl_keyfile too.'),
  ssl_keyfile_password: secretOption('Password of the private key.'),
  jwt_secret_key: secretOption('Secret that signs tokens; unset: a new one at every start.'),
  jwt_expire_minutes: integerOption(60, 'Minutes for which a token is valid.', [1, 525_600]),
  bind_address: textOption(undefined, 'Address to listen on; none: the socket alone; -B wins.'),
  socket: parsedAs(
    absolutePath,
    textOption(undefined, 'Path of a unix socket to listen on, too, without TLS; --socket wins.'),
  ),
  socket_mode: parsedAs(
    socketMode,
    textOption('660', 'Mode of the socket, in octal digits: who may write may connect.'),
  ),
  socket_group: textOption(undefined, 'Group of the socket, a name or a number; unset: that of Gander.'),
  port: integerOption(undefined, 'Port to listen on; -p wins.', PORT),
  username: parsedOption(userName, 'User of the password of this section; unset: glances.', 'glances'),
  password: parsedSecretOption(
    passwordHash,
    'Password that clients need, as glances --set-password of version 5 prints it.',
  ),
  session_days: integerOption(
    30,
    'Days after its last use for which a login on the web page lasts; a page that is open uses it.',
    [1, 400],
  ),
  curse_theme: withoutEffect(
    textOption(undefined, 'Colours of the terminal: black or white.'),
    'Start gander with --theme-white for a light background.',
  ),
  theme: withoutEffect(
    textOption(undefined, 'Colours of the web page.'),
    'The page follows the browser, and its menu changes that.',
  ),
  tui_refresh_interval: withoutEffect(
    numberOption(undefined, 'Seconds between two refreshes of the terminal.'),
    'The terminal shows each sample.',
  ),
  api_doc: withoutEffect(
    textOption(undefined, 'Serve the documentation of the API.'),
    'The documentation is always served, behind the password.',
  ),
  rate_limit_per_minute: withoutEffect(
    numberOption(undefined, 'Requests of one address per minute.'),
    'Requests read memory, and long ones have limits of their own.',
  ),
  rate_limit_burst: withoutEffect(
    numberOption(undefined, 'Requests of one address at once.'),
    'Requests read memory, and long ones have limits of their own.',
  ),
  auth_fail_per_minute: withoutEffect(
    numberOption(undefined, 'Wrong passwords of one address per minute.'),
    'Each wrong password makes its address wait longer.',
  ),
  max_processes_display: withoutEffect(
    integerOption(undefined, 'Processes shown on the web page; unset: all.'),
    'The page and the terminal scroll through all processes.',
  ),
  left_menu: withoutEffect(
    listOption(undefined, 'Plugins in the left column, from the top; unset: the built-in order.'),
    'The page and the terminal have a fixed order; their menus hide parts.',
  ),
  top_menu: withoutEffect(
    listOption(undefined, 'Plugins in the top row of the web page; unset: the built-in order.'),
    'The page and the terminal have a fixed order; their menus hide parts.',
  ),
  max_streams: integerOption(
    100,
    'Open streams of /api/stream, one per open page; one address may have half of them.',
    [0, 400],
  ),
  separator: flagOption(true, 'Lines between the parts of the terminal view.'),
  disable_bg: flagOption(false, 'No background colours in the terminal.'),
  webui_root_path: textOption(undefined, 'Folder that holds another web page; unset: the built-in one.'),
  enable_mcp: flagOption(false, 'Let assistants read this server by the Model Context Protocol.'),
  mcp_path: textOption('/mcp', 'Its path below url_prefix.'),
  mcp_allowed_hosts: parsedAs(
    hostPatterns,
    listOption(
      ['localhost', '127.0.0.1'],
      'Names and addresses under which assistants reach this server; *.example.com for all below, * for any.',
    ),
  ),
});

export const SERVERLIST = defineSection(
  'serverlist',
  'Servers that the central browser (--browser) watches; N is a number from 1 to 9999.',
  {
    columns: parsedAs(
      columnWords,
      listOption(
        ['system:hr_name', 'load:min5', 'cpu:total', 'mem:percent'],
        'Values shown per server: plugin:field or plugin:field:item.',
      ),
    ),
    refresh: numberOption(10, 'Seconds between two polls of a server while a client watches.', [2, 3600]),
    ca_file: textOption(
      undefined,
      'Certificates (PEM) of authorities to trust instead of those of the system, for servers behind https://.',
    ),
    servers: numberedOption(
      'server_',
      9999,
      {
        name: {
          ...parsedOption(
            parseServerName,
            'Host name or address; with https:// in front, TLS is used.',
            'localhost',
          ),
        },
        alias: { ...textOption(undefined, 'Name that is shown.'), example: 'This host' },
        port: {
          ...integerOption(undefined, 'Port; unset: 61208 for rest, 61209 for rpc.', PORT),
          example: '61208',
        },
        protocol: {
          ...choiceOption(
            ['rpc', 'rest'],
            undefined,
            'Protocol of the server; unset: rest with port 61208 or https:// in front of the name, else rpc.',
          ),
          example: 'rest',
        },
        tags: { ...listOption(undefined, 'Words by which servers are grouped.'), example: 'web,berlin' },
        username: textOption(undefined, 'User to whom the password belongs; unset: the usual ones.'),
      },
      'One server of the list.',
      { needs: 'name' },
    ),
  },
);

export const FLEET = defineSection('fleet', 'What a hub (--browser) does on behalf of its servers.', {
  notify: choiceOption(
    ['auto', 'all', 'none'],
    'auto',
    'Servers whose alerts the hub notifies: auto (those without targets of their own), all or none.',
  ),
});

export const PASSWORDS = defineSection(
  'passwords',
  'Passwords of the servers in [serverlist], in clear text: keep this file readable for its owner only.',
  { local_password_path: textOption(undefined, 'Folder of the password files of this server.') },
  {
    ...secretOption('Name of the server = password, in any case; default is for the others.'),
    example: 'default',
  },
);

/** Throws `OptionError`. */
function userName(text: string): string {
  const problem = userNameProblem(text);
  if (problem !== null) throw new OptionError(problem);
  return text;
}

/** Throws `OptionError` for a password in clear text. */
function passwordHash(text: string): string {
  if (!isPasswordHash(text))
    throw new OptionError('expected a hash of a password, as glances --set-password of version 5 prints it');
  return oneStage(text);
}

/**
 * Parses the path below which everything is served, without a trailing slash: `/monitor`; empty: none. A trailing slash in the
 * text is accepted, since the API requires one. Throws `OptionError`.
 */
export function urlPrefix(text: string): string {
  if (!/^(\/[\w.~%-]+)*\/*$/.test(text))
    throw new OptionError('expected a path that starts with a slash, such as /monitor/');
  return text.replace(/(?<!\/)\/+$/, '');
}

/** Throws `OptionError` for what is no mode of a file. */
function socketMode(text: string): string {
  if (/^[0-7]{3}$/.test(text)) return text;
  throw new OptionError('expected three octal digits, such as 660');
}

/** Throws `OptionError` for what names no value. */
function columnWords(text: string): string[] {
  const words = wordsOf(text);
  parseColumns(words);
  return words;
}

/** Throws `OptionError` for a pattern that could never match. */
function hostPatterns(text: string): string[] {
  const patterns = wordsOf(text);
  hostRule(patterns);
  return patterns;
}

/** Sources of `frame-ancestors`: Content Security Policy 3, section 2.3.1. Throws `OptionError`. */
function frameAncestors(text: string): string[] {
  const words = wordsOf(text);
  for (const word of words)
    if (word !== 'self' && !/^(\*|(https?:\/\/)?(\*\.)?[\w-]+(\.[\w-]+)*(:(\d{1,5}|\*))?)$/.test(word))
      throw new OptionError(`"${word}" is not self, * or an origin such as https://dash.example`);
  return words;
}
