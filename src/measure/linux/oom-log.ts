/** Kills in the kernel log: `dump_oom_victim` and `__oom_kill_process` of mm/oom_kill.c. */
import type { OomVictim } from '../../core/alert-feeds.ts';

const SUMMARY = 'oom-kill:';
const KILLED = 'Killed process ';
/** Text after the name; newer kernels have the user first. */
const AFTER_NAME = [') total-vm:', '), UID '] as const;
const RESIDENT = /\b(?:anon|file|shmem)-rss:(\d+)kB/g;

/** `constraint=CONSTRAINT_MEMCG,nodemask=(null),…,pid=12,uid=0` */
const membersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(',').map((member) => {
      const at = member.indexOf('=');
      return [member.slice(0, at), member.slice(at + 1)];
    }),
  );

/** `… out of memory: Killed process 12 (name) total-vm:1kB, anon-rss:1kB, …`; a name may hold anything. */
function killedIn(line: string): { pid: number; name: string; sizes: string } | null {
  const at = line.indexOf(KILLED);
  if (at === -1 || !/ut of memory/.test(line.slice(0, at))) return null;
  const rest = line.slice(at + KILLED.length);
  const begin = rest.indexOf(' (');
  const end = Math.max(...AFTER_NAME.map((words) => rest.lastIndexOf(words)));
  const pid = Number(rest.slice(0, Math.max(0, begin)));
  if (begin < 1 || end < begin || !Number.isSafeInteger(pid)) return null;
  return { pid, name: rest.slice(begin + 2, end), sizes: rest.slice(end) };
}

/** Kills in log order, from a bounded number of lines. */
export function parseOomLog(text: string): OomVictim[] {
  const groups = new Map<number, readonly [limited: string | null, cgroup: string | null]>();
  const victims: OomVictim[] = [];
  for (const line of text.split('\n')) {
    const at = line.indexOf(SUMMARY);
    if (at !== -1) {
      const members = membersOf(line.slice(at + SUMMARY.length));
      groups.set(Number(members.get('pid')), [
        members.get('oom_memcg') ?? null,
        members.get('task_memcg') ?? null,
      ]);
    }
    const killed = killedIn(line);
    if (killed === null) continue;
    const { pid, name, sizes } = killed;
    const [limited = null, cgroup = null] = groups.get(pid) ?? [];
    const resident = [...sizes.matchAll(RESIDENT)].map(([, kilobytes]) => Number(kilobytes) * 1024);
    victims.push({
      pid,
      name,
      bytes: resident.length === 0 ? null : resident.reduce((sum, bytes) => sum + bytes, 0),
      limited: line.includes('Memory cgroup out') ? (limited ?? 'its control group') : null,
      cgroup,
    });
  }
  return victims;
}
