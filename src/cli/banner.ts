/** What a server says when it starts. */
import type { SectionValues } from '../config/typed.ts';
import { VERSION } from '../core/version.ts';

export interface Serving {
  /** As given to `--bind`. */
  bind: string;
  /** The port that is listened on. */
  port: number;
  /** Path below which everything is served, without a slash at its end. */
  prefix: string;
  hasWebUi: boolean;
  hasPassword: boolean;
  /** There is a file of API keys. */
  hasApiKeys: boolean;
  outputs: Pick<
    SectionValues['outputs'],
    | 'cors_origins'
    | 'cors_credentials'
    | 'webui_allowed_hosts'
    | 'jwt_secret_key'
    | 'ssl_certfile'
    | 'trusted_proxies'
  >;
}

/** As many characters as HS256 has bytes: section 3.2 of RFC 7518. */
const SECRET_LENGTH = 32;

export const banner = (): string => `Gander ${VERSION}`;

/** What is open that might better be closed, each with the key or option that closes it. */
export const securityWarnings = (serving: Serving): string[] => [
  ...(serving.hasPassword ? passwordWarnings(serving) : [accessWarning(serving)]),
  ...keyWarning(serving),
  ...hostWarning(serving),
  ...credentialsWarning(serving),
];

function accessWarning({ bind, outputs }: Serving): string {
  const elsewhere = isLoopback(bind) ? '' : ', or listen on this machine only with --bind 127.0.0.1';
  if (outputs.cors_origins.includes('*'))
    return (
      'No password is asked for, and any web page may read what is served: ask for one with --password, ' +
      `name the pages' origins in [outputs] cors_origins${elsewhere}.`
    );
  if (isLoopback(bind))
    return 'No password is asked for, and every user of this machine can read what is served: ask for one with --password.';
  return `No password is asked for, and whoever reaches this port can read what is served: ask for one with --password${elsewhere}.`;
}

/** What weakens a password. */
function passwordWarnings({ bind, outputs }: Serving): string[] {
  const isPlain = outputs.ssl_certfile === undefined && outputs.trusted_proxies.length === 0;
  const { jwt_secret_key: secret } = outputs;
  return [
    ...(isPlain && !isLoopback(bind)
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

const keyWarning = ({ hasApiKeys, hasPassword }: Serving): string[] =>
  hasApiKeys && !hasPassword
    ? ['There are API keys, which nobody needs as long as no password is asked for: start with --password.']
    : [];

const hostWarning = ({ outputs }: Serving): string[] =>
  outputs.webui_allowed_hosts.length > 0
    ? []
    : [
        'Requests for any host name are answered, which lets web pages in by DNS rebinding. ' +
          'Name the hosts of this server in [outputs] webui_allowed_hosts.',
      ];

const credentialsWarning = ({ outputs }: Serving): string[] =>
  outputs.cors_credentials && outputs.cors_origins.includes('*')
    ? [
        '[outputs] cors_credentials is taken as False, because any origin may ask: name the origins in [outputs] cors_origins.',
      ]
    : [];

/** Where things are. */
export function addressLines(serving: Serving): string[] {
  const root = rootUrl(serving);
  return [...(serving.hasWebUi ? [`Web page on ${root}/`] : []), `REST API on ${root}/api/4`];
}

/** `http://host:port/prefix`, without a slash at its end; IPv6 addresses are bracketed (RFC 3986, 3.2.2). */
export const rootUrl = ({ bind, port, prefix, outputs }: Serving): string =>
  `http${outputs.ssl_certfile === undefined ? '' : 's'}://${bind.includes(':') ? `[${bind}]` : bind}:${port}${prefix}`;

const isLoopback = (bind: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/.test(bind);
