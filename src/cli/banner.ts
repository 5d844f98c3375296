/** What a server says when it starts. */
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
  /** Values of [outputs] in the configuration file. */
  corsOrigins: readonly string[];
  allowedHosts: readonly string[];
}

export const banner = (): string => `Gander ${VERSION}`;

/** What is open that might better be closed, and the key that closes it. */
export function securityWarnings(serving: Serving): string[] {
  return [...accessWarning(serving), ...hostWarning(serving)];
}

function accessWarning({ bind, hasPassword, corsOrigins }: Serving): string[] {
  if (hasPassword) return [];
  if (corsOrigins.includes('*'))
    return [
      `No password is asked for, and any web page may read what is served ([outputs] cors_origins is *). ` +
        `Name the pages' origins there${isLoopback(bind) ? '' : ', or listen on this machine only with --bind 127.0.0.1'}.`,
    ];
  if (isLoopback(bind))
    return ['No password is asked for: every user of this machine can read what is served.'];
  return [
    'No password is asked for: whoever reaches this port can read what is served. --bind 127.0.0.1 keeps it to this machine.',
  ];
}

function hostWarning({ allowedHosts }: Serving): string[] {
  if (allowedHosts.length > 0) return [];
  return [
    'Requests for any host name are answered, which lets web pages in by DNS rebinding. ' +
      'Name the hosts of this server in [outputs] webui_allowed_hosts.',
  ];
}

/** Where things are. */
export function addressLines(serving: Serving): string[] {
  const root = rootUrl(serving);
  return [...(serving.hasWebUi ? [`Web page on ${root}/`] : []), `REST API on ${root}/api/4`];
}

/** `http://host:port/prefix`, without a slash at its end; IPv6 addresses are bracketed (RFC 3986, 3.2.2). */
export const rootUrl = ({ bind, port, prefix }: Serving): string =>
  `http://${bind.includes(':') ? `[${bind}]` : bind}:${port}${prefix}`;

const isLoopback = (bind: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/.test(bind);
