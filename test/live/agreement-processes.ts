/** Processes, compared with ps. Part of agreement.test.ts, whose agent it queries. */
import { copyFileSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { act, isRoot, output } from '../support/live-tools.ts';
import { type Agreement, expectBetween, MB, PATIENCE, rows } from '../support/agreement.ts';

interface Process {
  pid: number;
  name: string;
  cmdline: string[];
  username: string | null;
  status: string;
  nice: number;
  num_threads: number;
  cpu_percent: number;
  memory_info: { rss: number; vms: number };
}

export function processesAgree(rig: Agreement): void {
  const COLUMNS = 'pid=,nlwp=,ni=,rss=,vsz=,state=,user:40=,comm=';
  const ps = (...which: string[]): Map<number, string[]> =>
    new Map(
      rows(output('ps', '-ww', ...which, '-o', COLUMNS), 8).map(([pid, ...rest]) => [Number(pid), rest]),
    );

  it('that the test started are what ps says they are', async () => {
    const odd = join(rig.folder.path, 'od) R 1 (d');
    copyFileSync('/usr/bin/sleep', odd);
    const sleeper = act(odd, '3600');
    const polite = act('nice', '-n', '7', 'sleep', '3601');
    const politeness = String(Math.min(getPriority() + 7, 19));
    const stopped = act('sleep', '3602');
    const threaded = act(process.execPath, '--eval', 'setInterval(() => {}, 1e6)');
    const foreign = isRoot ? act('setpriv', '--reuid=65534', '--clear-groups', 'sleep', '3603') : sleeper;
    stopped.signal('SIGSTOP');
    const pids = [sleeper, polite, stopped, threaded, foreign].map(({ pid }) => pid);
    const independent = (): Map<number, string[]> => ps('-p', [...new Set(pids)].join(','));
    // Waits until all have started their program and are idle.
    await vi.waitFor(() => {
      const seen = independent();
      expect(seen.get(sleeper.pid)?.at(-1)).toBe('od) R 1 (d');
      expect(seen.get(polite.pid)?.[1]).toBe(politeness);
      expect(seen.get(stopped.pid)?.[4]).toBe('T');
      expect(Number(seen.get(threaded.pid)?.[0])).toBeGreaterThanOrEqual(5);
      expect(seen.get(threaded.pid)?.[4]).toBe('S');
      if (isRoot) expect(seen.get(foreign.pid)?.[5]).toBe('nobody');
    }, PATIENCE);

    const list = await rig.agent.fresh<Process[]>('processlist');
    const seen = independent();
    for (const pid of pids) {
      const ours = list.find((process) => process.pid === pid);
      const [threads, nice, rss, vsz, state, user, comm = ''] = seen.get(pid) ?? [];
      expect(ours, comm).toMatchObject({
        name: comm,
        username: user,
        status: state,
        nice: Number(nice),
        num_threads: Number(threads),
      });
      expect(ours?.memory_info.vms).toBe(Number(vsz) * 1024);
      // The kernel counts pages per core and adds them up in batches.
      expectBetween(ours?.memory_info.rss ?? 0, Number(rss) * 1024, Number(rss) * 1024, 2 * MB, comm);
    }
    expect(list.find(({ pid }) => pid === sleeper.pid)?.cmdline).toEqual([odd, '3600']);
  });

  it('all of them have the names, owners, priorities, threads and sizes that ps shows', async () => {
    // The two runs of ps miss a value that changes and changes back in between; all values are compared again then.
    await vi.waitFor(
      async () => {
        const { before, value, after } = await rig.around<Process[], Map<number, string[]>>(
          'processlist',
          () => ps('-e'),
        );
        const ours = new Map(value.map((process) => [process.pid, process]));
        let compared = 0;
        for (const [pid, [threads, nice, , vsz, , user, comm = '']] of before) {
          const later = after.get(pid);
          // Names of kernel workers change with their work.
          if (later === undefined || later[6] !== comm || comm.startsWith('kworker')) continue;
          const process = ours.get(pid);
          expect(process, `${pid} ${comm}`).toBeDefined();
          // The kernel cuts names at 15 bytes; Gander shows more if the command line has it.
          expect(process?.name.startsWith(comm.replace(/ <defunct>$/, '')), `${process?.name} ${comm}`).toBe(
            true,
          );
          expect(process?.username).toBe(user);
          // ps shows `-` where it does not apply: real-time scheduling.
          if (nice === later[1] && nice !== '-') expect(process?.nice, comm).toBe(Number(nice));
          if (threads === later[0]) expect(process?.num_threads, comm).toBe(Number(threads));
          if (vsz === later[3]) expect(process?.memory_info.vms, comm).toBe(Number(vsz) * 1024);
          compared += 1;
        }
        expect(compared).toBeGreaterThan(5);
      },
      { interval: 100 },
    );
  });

  it('are counted', async () => {
    interface Count {
      total: number;
      running: number;
      sleeping: number;
      thread: number;
      pid_max: number;
    }
    const count = () => {
      const all = rows(output('ps', '-e', '-o', 'nlwp=,state='), 2);
      return {
        total: all.length,
        sleeping: all.filter(([, state]) => state === 'S').length,
        thread: all.reduce((sum, [threads]) => sum + Number(threads), 0),
      };
    };
    await vi.waitFor(async () => {
      const { before, value, after } = await rig.around<Count, ReturnType<typeof count>>(
        'processcount',
        count,
      );
      // Other suites start and end processes of a dozen threads at the same time.
      expectBetween(value.total, before.total, after.total, 20, 'total');
      expectBetween(value.sleeping, before.sleeping, after.sleeping, 25, 'sleeping');
      expectBetween(value.thread, before.thread, after.thread, 150, 'thread');
      expect(value.pid_max).toBe(Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8')));
    }, PATIENCE);
  });
}
