/** Which engine answers on a socket, and which version of its API to use. */
import { adopt } from '../../../core/adopt.ts';
import type { Json } from '../../../core/served.ts';
import { listOf, loose, text, type TypeOf } from '../../../core/shape.ts';
import type { Dialect } from './dialect.ts';
import { docker } from './docker-dialect.ts';
import { podman } from './podman-dialect.ts';

export interface Spoken {
  readonly dialect: Dialect;
  /** Prefix of every path. */
  readonly prefix: string;
}

/** The version of Docker's API that this code was written for; 1.24 and later are compatible with it. */
const DOCKER_API = '1.44';
const VERSION = /^\d+(\.\d+){1,2}$/;

const VERSIONS = loose({
  ApiVersion: text(),
  MinAPIVersion: text(),
  Components: listOf(loose({ Name: text(), Details: loose({ APIVersion: text() }) })),
});
const versionsIn = adopt(VERSIONS);

/** Reply of `/version`. Podman may serve Docker's socket with its compatibility layer. */
export function spokenBy(version: Json): Spoken {
  const body = versionsIn(version) ?? {};
  const own = body.Components?.find(({ Name: name }) => name === 'Podman Engine');
  return own === undefined
    ? { dialect: docker, prefix: dockerPrefix(body) }
    : { dialect: podman, prefix: podmanPrefix(own.Details?.APIVersion ?? '') };
}

/**
 * Recognises Podman by the headers of any reply; null for other engines. `/version` names it too, but makes Podman query the
 * package manager for its programs, which takes seconds on a small or busy machine.
 */
export function podmanBy(headers: Readonly<Record<string, string | undefined>>): Spoken | null {
  const version = headers['libpod-api-version'];
  return version === undefined ? null : { dialect: podman, prefix: podmanPrefix(version) };
}

/** Assumed version if a proxy blocks `/version`. */
export const assumed = (engine: 'docker' | 'podman'): Spoken =>
  engine === 'docker' ? { dialect: docker, prefix: '' } : { dialect: podman, prefix: podmanPrefix('') };

const podmanPrefix = (version: string): string => `/v${VERSION.test(version) ? version : '4.0.0'}/libpod`;

function dockerPrefix({
  ApiVersion: latest = '',
  MinAPIVersion: oldest = '',
}: TypeOf<typeof VERSIONS>): string {
  if (!VERSION.test(latest)) return '';
  const wanted = isBelow(latest, DOCKER_API) ? latest : DOCKER_API;
  return `/v${VERSION.test(oldest) && isBelow(wanted, oldest) ? oldest : wanted}`;
}

function isBelow(a: string, b: string): boolean {
  const [first, second] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
