/** The host that a request is for, and whether it is let in. */
import type { IncomingMessage } from 'node:http';
import { type HostName, type HostRule, requestedHost } from '../../core/host-pattern.ts';

export interface RequestedHost {
  name: HostName;
  /** As it stands there; empty: the usual one. */
  port: string;
}

/** True when a request names no host that is let in. RFC 9112 section 3.2 refuses more than one whatever they are. */
export const isForeign = (request: IncomingMessage, hosts: HostRule | null): boolean => {
  if (hosts === null) return hasManyHosts(request);
  const host = hostOf(request);
  return host === null || !hosts.allows(host.name);
};

/** Null where there is none, more than one, or where the target, which may be absolute, names another. */
export function hostOf(request: IncomingMessage): RequestedHost | null {
  const { headers, url = '/' } = request;
  if (hasManyHosts(request)) return null;
  const host = requestedHost(headers.host ?? '');
  const [, authority] = url.startsWith('/') ? [] : (/^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? []);
  return authority === undefined || requestedHost(authority)?.name === host?.name ? host : null;
}

/** Node takes the first of several headers. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1;
}
