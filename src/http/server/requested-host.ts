/** The host that a request names, and whether it is allowed. */
import type { IncomingMessage } from 'node:http';
import { type HostName, type HostRule, requestedHost } from '../../core/host-pattern.ts';

interface RequestedHost {
  name: HostName;
  /** Port as written; empty for the default port. */
  port: string;
}

/** True if a request names no allowed host. RFC 9112 section 3.2 rejects several hosts, allowed or not. */
export const isForeign = (request: IncomingMessage, hosts: HostRule | null): boolean => {
  if (hosts === null) return hasManyHosts(request);
  const host = hostOf(request);
  return host === null || !hosts.allows(host.name);
};

/** Null without a host, with several, or if an absolute target names a different one. */
export function hostOf(request: IncomingMessage): RequestedHost | null {
  const { headers, url = '/' } = request;
  if (hasManyHosts(request)) return null;
  const host = requestedHost(headers.host ?? '');
  const [, authority] = url.startsWith('/') ? [] : (/^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? []);
  return authority === undefined || requestedHost(authority)?.name === host?.name ? host : null;
}

/** Node keeps the first of several headers. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count > 1;
}
