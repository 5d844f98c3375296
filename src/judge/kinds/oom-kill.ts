/** OOM_KILL: the kernel has killed processes because memory ran out. */
import { OOM_KILLS, type OomVictim } from '../../core/alert-feeds.ts';
import { defineAlertKind } from '../../core/alert-kind.ts';
import type { Finding } from '../../core/event.ts';
import { bytesText } from './words.ts';

export const oomKill = defineAlertKind({
  name: 'OOM_KILL',
  title: 'Killed for lack of memory',
  description:
    'The kernel has killed a process because memory ran out, of the machine or of a control group. It names process, size and group where it can read the kernel log (root, or CAP_SYSLOG).',
  level: 'CRITICAL',
  // It serves the count.
  plugin: 'paging',
  inputs: { kills: OOM_KILLS },
  atStart: 'notify',
  isMoment: true,
  create:
    () =>
    ({ values: { kills } }) => {
      if (kills === null) return { findings: [] };
      const { count, victims } = kills;
      const unnamed = count - victims.length;
      return { findings: [...victims.map(killOf), ...(unnamed > 0 ? [unnamedKills(unnamed)] : [])] };
    },
});

function killOf({ pid, name, bytes, limited, cgroup }: OomVictim): Finding {
  const where = limited === null ? 'the memory of the machine' : `the memory limit of ${limited}`;
  const size = bytes === null ? '' : ` (${bytesText(bytes)})`;
  return {
    subject: name,
    sentence: `${name}${size} was killed because ${where} was used up.`,
    details: {
      pid,
      ...(bytes !== null && { bytes }),
      ...(cgroup !== null && { cgroup }),
      cause: limited === null ? 'machine' : 'cgroup limit',
    },
  };
}

const unnamedKills = (count: number): Finding => ({
  subject: null,
  value: count,
  sentence: `${count} ${count === 1 ? 'process was' : 'processes were'} killed because memory ran out.`,
});
