/** OOM_KILL: the OOM killer ended processes. */
import { bytesIn } from '../../core/amount-words.ts';
import { shortContainerIds } from '../../core/container-ids.ts';
import { OOM_KILLS, type OomGroup, type OomVictim } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule } from '../../core/failure-rule.ts';
import type { Finding } from '../../core/event.ts';
import { say, saying } from '../../core/said.ts';

export const oomKill = defineFailureRule({
  name: 'OOM_KILL',
  description:
    'The kernel kills a process because the memory of the machine or of a control group is used up. The alert names process, size and control group. Without permission to read the kernel log (root, or CAP_SYSLOG) it names the control group.',
  level: 'CRITICAL',
  // It serves the count.
  plugin: 'paging',
  inputs: { kills: OOM_KILLS },
  atStart: 'notify',
  isMoment: true,
  create:
    () =>
    ({ values: { kills } }) => {
      if (kills === null) return allRead([]);
      const { victims, groups, unnamed } = kills;
      const why = unnamed ?? '';
      const below = groups.slice(0, MOST_GROUPS);
      const rest = kills.count - victims.length - below.reduce((sum, { count }) => sum + count, 0);
      return allRead([
        ...victims.map(killOf),
        ...below.map((group) => groupKill(group, why)),
        ...(rest > 0 ? [unnamedKills(rest, why)] : []),
      ]);
    },
});

/** More kills at once are reported as one number. */
const MOST_GROUPS = 20;

function killOf({ pid, name, bytes, limited, cgroup }: OomVictim): Finding {
  const values = {
    process: bytes === null ? name : say('{name} ({size})', { name, size: bytesIn(bytes) }),
  };
  return {
    subject: name,
    ...(limited === null
      ? saying('{process} was killed because the memory of the machine was used up.', values)
      : saying('{process} was killed because the memory limit of {group} was used up.', {
          ...values,
          group: limited,
        })),
    details: {
      pid,
      ...(bytes !== null && { bytes }),
      ...(cgroup !== null && { cgroup }),
      cause: limited === null ? 'machine' : 'cgroup limit',
    },
  };
}

const REMEDY = 'Run the agent as root, or give it the capability CAP_SYSLOG.';
const remedyFor = (why: string): Readonly<Record<string, string>> =>
  why.startsWith('no permission') ? { remedy: REMEDY } : {};

/** Returns the last part of the path; container ids are shortened as their engines do. */
const nameOf = (cgroup: string): string => shortContainerIds(cgroup.split('/').at(-1) || cgroup);

function groupKill({ cgroup, count }: OomGroup, why: string): Finding {
  const name = nameOf(cgroup);
  return {
    subject: name,
    value: count,
    ...saying(
      '{name}: {count} {count|process was|processes were} killed because memory ran out. Name unknown: {why}.',
      { name, count, why },
    ),
    details: { count, cgroup, name_unknown: why, ...remedyFor(why) },
  };
}

const unnamedKills = (count: number, why: string): Finding => ({
  subject: null,
  value: count,
  ...saying(
    '{count} {count|process was|processes were} killed because memory ran out. Name unknown: {why}.',
    { count, why },
  ),
  details: { count, name_unknown: why, ...remedyFor(why) },
});
