/** Options of the servers, and of their users. */
import { flag, integer, text } from '../declare.ts';

const server = { group: 'server' } as const;
const PORT = [0, 65_535] as const;
const NATURAL = [0, Number.MAX_SAFE_INTEGER] as const;

/** Where XML-RPC is served, unless `--rpc-port` says otherwise. */
export const DEFAULT_RPC_PORT = 61_209;

export const serverOptions = {
  browser: flag(
    '--browser',
    'List the servers of [serverlist] and of the local network, in the terminal or, with -w, on a page.',
    server,
  ),
  disable_webui: flag('--disable-webui', 'Serve the API without the web page.', server),
  port: integer('-p --port', null, 'Port to listen on; 0 takes a free one. Default: 61208; 61209 with -s.', {
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
  bind_address: text('-B --bind', '0.0.0.0', 'Address to listen on; none: only the socket.', {
    ...server,
    argument: 'address',
  }),
  socket: text(
    '--socket',
    null,
    'Unix socket to listen on, too, without TLS; --bind none listens on it alone.',
    { ...server, argument: 'path', inArgs: false },
  ),
  cached_time: integer('--cached-time', 1, 'Seconds for which answers are cached.', {
    ...server,
    argument: 'seconds',
    range: NATURAL,
    instead: 'Requests read memory, and never wait for a sample.',
  }),
  password_prompt: flag(
    '--password',
    'Require a password, and prompt for a new one if none is set; with -c, prompt for that of the other host. Env: GANDER_PASSWORD, GANDER_PASSWORD_FILE.',
    server,
  ),
  username_prompt: flag(
    '--username',
    'As --password, with a prompt for the user name; without -c, also changes an existing password.',
    server,
  ),
  username_used: text('-u', null, 'As --username, for this user. Default: gander. Env: GANDER_USERNAME.', {
    ...server,
    argument: 'user',
  }),
  enable_mcp: flag(
    '--enable-mcp',
    'Let assistants read this server by the Model Context Protocol, with -w.',
    server,
  ),
  mcp_path: text(
    '--mcp-path',
    null,
    'Path of the Model Context Protocol; default: mcp_path in [outputs], /mcp.',
    {
      ...server,
      argument: 'path',
    },
  ),
  disable_autodiscover: flag(
    '--disable-autodiscover',
    'Neither announce this server on the local network nor discover others.',
    server,
  ),
  open_web_browser: flag('--open-web-browser', 'Open the page in a web browser.', server),
  quiet: flag('-q --quiet', 'Print nothing at start; with --export, show no screen.', server),
};
