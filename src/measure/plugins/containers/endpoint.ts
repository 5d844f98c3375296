import type { RemoteAddress } from '../../../core/host.ts';
import type { Candidate } from './candidates.ts';

/**
 * Parses an address in the format of DOCKER_HOST: `unix:///path`, `/path`, `tcp://host:port` (also http, https). Null for others.
 * @param tls for remote hosts; null: without TLS
 */
export function parseEndpoint(
  text: string,
  tls: RemoteAddress['tls'] | null,
): Omit<Candidate, 'advice'> | null {
  const path = /^(?:unix:\/\/)?(\/.*)$/.exec(text)?.[1];
  if (path !== undefined) return { name: path, address: { socketPath: path, own: true } };
  const [, scheme, rest] = /^(tcp|http|https):\/\/(.+)$/.exec(text) ?? [];
  const url = rest === undefined || !URL.canParse(`tcp://${rest}`) ? null : new URL(`tcp://${rest}`);
  if (url === null || url.hostname === '') return null;
  const isSecure = tls !== null || scheme === 'https';
  const port = Number(url.port) || (isSecure ? 2376 : 2375);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const secure = isSecure ? { tls: tls ?? { folder: null, verify: true } } : {};
  return { name: `${url.hostname}:${port}`, address: { hostname, port, ...secure } };
}
