/** Server names, as in the configuration file and on the page. */
import { parseIpAddress } from './ip-address.ts';
import { OptionError } from './option-parse.ts';

export interface ServerName {
  /** Host name, IPv4 or IPv6 address as written, without scheme and brackets. */
  host: string;
  /** True behind `https://`. */
  isSecure: boolean;
}

/** RFC 1123 section 2.1, and the underscores that container networks allow; longer ones cannot be looked up. */
const HOST = /^(?=.{1,253}$)[a-z0-9_]([\w-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([\w-]{0,61}[a-z0-9_])?)*\.?$/i;

/** `db1`, `10.0.0.5`, `2001:db8::5`, `[::1]`, `https://db1.example.com`. Throws `OptionError`. */
export function parseServerName(text: string): ServerName {
  const [, scheme = '', rest = ''] = /^(https?:\/\/)?(.*?)\/?$/is.exec(text.trim()) ?? [];
  const host = rest.replace(/^\[(.*)\]$/s, '$1');
  if (!HOST.test(host) && !isAddress(host))
    throw new OptionError(
      'expected a host name or an address without port and path, such as db1, 10.0.0.5, ::1 or https://db1',
    );
  return { host, isSecure: scheme.toLowerCase() === 'https://' };
}

const isAddress = (text: string): boolean =>
  text.includes(':') && !text.includes('%') && parseIpAddress(text) !== null;

/** A host as it stands in URLs and in front of ports: IPv6 addresses in brackets. RFC 3986 section 3.2.2. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
