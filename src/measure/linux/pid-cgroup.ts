import { decode, eachLine } from './bytes.ts';

/** Membership of a process in one hierarchy of control groups. */
export interface CgroupMembership {
  /** Controllers of a version 1 hierarchy, as they are written (`cpu,cpuacct`); empty for version 2. */
  controllers: string;
  /** Path below the mount of the hierarchy. */
  path: string;
}

const LINE = /^\d+:([^:]*):(\/.*)$/;

/** Reads /proc/<pid>/cgroup (cgroups(7)); lines of another form are skipped. A path may hold colons. */
export function parsePidCgroup(bytes: Uint8Array): CgroupMembership[] {
  const memberships: CgroupMembership[] = [];
  eachLine(bytes, (cursor) => {
    const [, controllers, path] = LINE.exec(decode(bytes, cursor.position, cursor.lineEnd())) ?? [];
    if (controllers !== undefined && path !== undefined) memberships.push({ controllers, path });
  });
  return memberships;
}
