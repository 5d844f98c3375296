/** Names in the header `Host`, and the patterns of [outputs] webui_allowed_hosts that let them in. */
import { parseIpAddress } from './ip-address.ts';
import { OptionError } from './option-parse.ts';

/** Host names in one form: lower case, no port, no dot at the end, IPv6 addresses as eight numbers. */
export type HostName = string;

export interface HostRule {
  /** True when a host is let in. */
  allows(host: HostName): boolean;
  /** True when a host is named as it is, not by a wildcard. */
  names(host: HostName): boolean;
}

/** RFC 9110 section 7.2, of names the characters that DNS and its neighbours have: an address in brackets or a name, a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{0,5}))?$/i;

/** Parses the host that a request names, with its port as written; null if malformed. */
export function requestedHost(text: string): { name: HostName; port: string } | null {
  const [, address, name, port = ''] = HOST.exec(text) ?? [];
  if (address !== undefined)
    return parseIpAddress(address) === null ? null : { name: addressName(address), port };
  return name === undefined ? null : { name: plainName(name), port };
}

const plainName = (name: string): HostName => name.toLowerCase().replace(/\.$/, '');

const addressName = (address: string): HostName =>
  `[${parseIpAddress(address)?.toNormalizedString() ?? address.toLowerCase()}]`;

/**
 * Compiles a pattern: a host name, an address, `*.example.com` for all names below a domain, or `*`. Throws `OptionError` for
 * patterns that never match.
 */
export function hostRule(patterns: readonly string[]): HostRule {
  for (const pattern of patterns) checkPattern(pattern);
  const names = new Set(patterns.filter((pattern) => !pattern.startsWith('*')).map(patternName));
  const endings = patterns
    .filter((pattern) => pattern.startsWith('*.'))
    .map((pattern) => plainName(pattern.slice(1)));
  const any = patterns.includes('*');
  return {
    allows: (host) => any || names.has(host) || endings.some((ending) => host.endsWith(ending)),
    names: (host) => names.has(host),
  };
}

/** IPv6 addresses may stand without brackets in the configuration. */
export const patternName = (pattern: string): HostName => {
  const address = pattern.replace(/^\[(.*)\]$/, '$1');
  return address.includes(':') && parseIpAddress(address) !== null
    ? addressName(address)
    : plainName(pattern);
};

function checkPattern(pattern: string): void {
  if (
    pattern === '*' ||
    (pattern.includes(':') && parseIpAddress(pattern.replace(/^\[(.*)\]$/, '$1')) !== null)
  )
    return;
  if (/^(\*\.)?[^*\s/:[\]]+$/.test(pattern)) return;
  throw new OptionError(
    pattern.includes('*')
      ? `"${pattern}" has a wildcard in another place than the start, as in *.example.com`
      : `"${pattern}" is not a host name or address; it stands without scheme, port and path`,
  );
}
