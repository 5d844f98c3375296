/** Unit and container that a process runs in, from the path of its control group (cgroups(7)). */
import type { CgroupMembership } from '../../linux/pid-cgroup.ts';

export interface CgroupOwner {
  /** Unit of systemd (`nginx.service`); null: none. */
  readonly unit: string | null;
  /** Container id, or name if engines use that; null: none. */
  readonly container: string | null;
}

export const NO_OWNER: CgroupOwner = { unit: null, container: null };

/** Docker, Podman, containerd and CRI-O name groups after the 64 digits of the id, with more around them or not. */
const ID = /(?:^|[-_:.])([0-9a-f]{64})(?:[.:]|$)/;
/** LXC and Incus: by name. */
const NAMED = /^lxc\.payload\.(.+)$/;
const UNIT = /\.(?:service|scope)$/;
/** Longest name of a file (NAME_MAX). */
const MOST = 255;

/** Returns the innermost container and unit of a path; with cgroup v1, of systemd's hierarchy, otherwise the first. */
export function cgroupOwnerOf(memberships: readonly CgroupMembership[]): CgroupOwner {
  const main =
    memberships.find(({ controllers }) => controllers === 'name=systemd') ??
    memberships.find(({ controllers }) => controllers === '') ??
    memberships[0];
  const parts = (main?.path ?? '').split('/').reverse();
  const container = firstOf(parts, (part) => (ID.exec(part) ?? NAMED.exec(part))?.[1]);
  const unit = firstOf(parts, (part) => (UNIT.test(part) && !ID.test(part) ? unescaped(part) : undefined));
  return unit === null && container === null ? NO_OWNER : { unit: unit?.slice(0, MOST) ?? null, container };
}

function firstOf<T>(parts: readonly string[], pick: (part: string) => T | undefined): T | null {
  for (const part of parts) {
    const found = pick(part);
    if (found !== undefined) return found;
  }
  return null;
}

/** `app-org.gnome\x2dterminal.scope`: systemd.unit(5). */
const unescaped = (name: string): string =>
  name.replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
