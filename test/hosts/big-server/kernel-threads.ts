import { CORES, range } from './model.ts';
import { QUIET } from './process.ts';
import type { Process, ProcessState } from './process.ts';

const PER_CORE: [prefix: string, suffix: string, state: ProcessState, nice: number][] = [
  ['cpuhp/', '', 'S', 0],
  ['migration/', '', 'S', 0],
  ['ksoftirqd/', '', 'S', 0],
  ['kworker/', ':0H-events_highpri', 'I', -20],
];

const SINGLE: [name: string, state: ProcessState][] = [
  ['pool_workqueue_release', 'S'],
  ['kworker/R-rcu_gp', 'I'],
  ['rcu_preempt', 'I'],
  ['kdevtmpfs', 'S'],
  ['kauditd', 'S'],
  ['khungtaskd', 'S'],
  ['oom_reaper', 'S'],
  ['kcompactd0', 'S'],
  ['kcompactd1', 'S'],
  ['khugepaged', 'S'],
  ['kswapd0', 'S'],
  ['kswapd1', 'S'],
  ['md0_raid1', 'S'],
  ['arc_prune', 'S'],
  ['arc_evict', 'S'],
  ['txg_sync', 'D'],
  ['z_wr_iss', 'S'],
  ['z_rd_int_0', 'S'],
  ['xfsaild/dm-1', 'S'],
  ['jbd2/dm-0-8', 'S'],
  ['nfsv4.1-svc', 'S'],
];

/** Threads of the kernel: pid 2 and its children, 278 in all, pids 2 to 279. They own no memory and no arguments. */
export function listKernelThreads(): Process[] {
  const perCore = range(CORES).flatMap((core) =>
    PER_CORE.map(([prefix, suffix, state, nice]) => ({
      comm: `${prefix}${core}${suffix}`,
      state,
      nice,
      cpu: core,
    })),
  );
  const single = SINGLE.map(([comm, state]) => ({ comm, state }));
  const children = [...perCore, ...single].map((part, index) =>
    kernelThread(3 + index, { parent: 2, ...part }),
  );
  return [kernelThread(2, { parent: 0, comm: 'kthreadd' }), ...children];
}

function kernelThread(pid: number, part: Partial<Process> & { comm: string }): Process {
  const none = { virtualPages: 0, residentPages: 0, sharedPages: 0, textPages: 0 };
  const system: [number, number] = [pid * 7, part.comm === 'txg_sync' ? 10 : 0];
  return { ...QUIET, ...none, isKernel: true, startTime: 10, user: [0, 0], system, ...part, pid };
}
