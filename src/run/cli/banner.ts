/** Startup messages of a server. */
import { isLoopback } from '../../core/ip-address.ts';
import type { SectionValues } from '../config/sections.ts';
import { VERSION } from '../../core/version.ts';

export interface Serving {
  /** Address as given to `--bind`. */
  bind: string;
  /** Path of the unix socket; undefined: none. */
  socket: string | undefined;
  /** Port of the API; null: not served there. */
  port: number | null;
  /** Port of XML-RPC; null: not served. */
  rpcPort: number | null;
  /** Base path without a trailing slash. */
  prefix: string;
  /** Path for assistants below the prefix; null: they may not read this server. */
  assistants: string | null;
  hasWebUi: boolean;
  /** True for a hub. */
  isHub: boolean;
  hasPassword: boolean;
  /** True if clients without a certificate cannot connect. */
  needsCertificate: boolean;
  /** True if a file of API keys exists. */
  hasApiKeys: boolean;
  outputs: Pick<
    SectionValues['outputs'],
    | 'cors_origins'
    | 'cors_credentials'
    | 'webui_allowed_hosts'
    | 'xmlrpc_allowed_hosts'
    | 'jwt_secret_key'
    | 'ssl_certfile'
    | 'trusted_proxies'
    | 'allowed_clients'
  >;
}

/** As many characters as HS256 has bytes: section 3.2 of RFC 7518. */
const SECRET_LENGTH = 32;

export const banner = (): string => `Gander ${VERSION}`;

/** Warnings about open access, each with the key or option that restricts it. The mode of a socket restricts it. */
export const securityWarnings = (serving: Serving): string[] =>
  serving.port === null && serving.rpcPort === null ? [] : warningsOf(serving);

const warningsOf = (serving: Serving): string[] => [
  ...(serving.hasPassword ? passwordWarnings(serving) : [accessWarning(serving)]),
  ...keyWarning(serving),
  ...hostWarning(serving),
  ...credentialsWarning(serving),
];

function accessWarning({ bind, needsCertificate, outputs }: Serving): string {
  const elsewhere = isOfThisMachine(bind) ? '' : ', or listen on this machine only with --bind 127.0.0.1';
  if (outputs.cors_origins.includes('*'))
    return (
      'No password is set, and any web page may read what is served: set one with --password, ' +
      `name the pages' origins in [outputs] cors_origins${elsewhere}.`
    );
  if (isOfThisMachine(bind))
    return 'No password is set, and every user of this machine can read what is served: set one with --password.';
  const readers = needsCertificate
    ? 'every client with a certificate'
    : outputs.allowed_clients.length === 0
      ? 'anyone who reaches this port'
      : 'every client that [outputs] allowed_clients names';
  return `No password is set, and ${readers} can read what is served: set one with --password${elsewhere}.`;
}

/** Warnings about weak passwords. */
function passwordWarnings({ bind, port, outputs }: Serving): string[] {
  const isPlain = outputs.ssl_certfile === undefined && outputs.trusted_proxies.length === 0;
  const secret = port === null ? undefined : outputs.jwt_secret_key;
  return [
    ...(isPlain && !isOfThisMachine(bind)
      ? [
          'Passwords cross the network in clear: set [outputs] ssl_certfile and ssl_keyfile, or use a reverse proxy and ' +
            'name it in [outputs] trusted_proxies.',
        ]
      : []),
    ...(secret !== undefined && secret.length < SECRET_LENGTH
      ? [
          `[outputs] jwt_secret_key is short enough to be guessed from a token: use ${SECRET_LENGTH} random characters or more.`,
        ]
      : []),
  ];
}

const keyWarning = ({ hasApiKeys, hasPassword, port }: Serving): string[] =>
  port !== null && hasApiKeys && !hasPassword
    ? ['API keys have no effect without a password: start with --password.']
    : [];

function hostWarning({ port, rpcPort, outputs }: Serving): string[] {
  const keys = [
    ...(port !== null && outputs.webui_allowed_hosts.length === 0 ? ['webui_allowed_hosts'] : []),
    ...(rpcPort !== null && outputs.xmlrpc_allowed_hosts.length === 0 ? ['xmlrpc_allowed_hosts'] : []),
  ];
  if (keys.length === 0) return [];
  return [
    'Requests for any host name are answered, which lets web pages in by DNS rebinding. ' +
      `Name the hosts of this server in [outputs] ${keys.join(' and ')}.`,
  ];
}

const credentialsWarning = ({ port, outputs }: Serving): string[] =>
  port !== null && outputs.cors_credentials && outputs.cors_origins.includes('*')
    ? [
        '[outputs] cors_credentials is taken as False, because any origin may ask: name the origins in [outputs] cors_origins.',
      ]
    : [];

/** Addresses. */
export function addressLines(serving: Serving): string[] {
  const { port, socket, rpcPort, prefix, assistants, hasWebUi, isHub } = serving;
  const root = port === null ? null : rootUrl(serving, port) + prefix;
  return [
    ...(root !== null && hasWebUi ? [`Web page on ${root}/`] : []),
    ...(root !== null && isHub ? [`Page of all servers on ${root}/browser`] : []),
    ...(root === null ? [] : [`REST API on ${root}/api/4`]),
    ...(socket === undefined ? [] : [`REST API on the socket ${socket}`]),
    ...(root === null || assistants === null ? [] : [`Assistants (MCP) on ${root}${assistants}`]),
    ...(rpcPort === null ? [] : [`XML-RPC server on ${rootUrl(serving, rpcPort)}/RPC2`]),
  ];
}

/** `http://host:port`; IPv6 addresses are bracketed (RFC 3986, 3.2.2). */
const rootUrl = ({ bind, outputs }: Serving, port: number): string =>
  `http${outputs.ssl_certfile === undefined ? '' : 's'}://${bind.includes(':') ? `[${bind}]` : bind}:${port}`;

/** Address of the page; null: none. */
export const pageUrl = (serving: Serving): string | null =>
  serving.port === null || !serving.hasWebUi ? null : `${rootUrl(serving, serving.port)}${serving.prefix}/`;

const isOfThisMachine = (bind: string): boolean => bind === 'localhost' || isLoopback(bind);
