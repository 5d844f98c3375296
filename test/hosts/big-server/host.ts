import { json } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { composeContainers } from './containers.ts';
import { composeAccelerators } from './accelerators.ts';
import { composeCpuInfo } from './cpu-info.ts';
import { composeStat, composeUptime } from './cpu-times.ts';
import { composeDisks } from './disks.ts';
import { composeHardware } from './hardware.ts';
import { composeInterrupts } from './interrupts.ts';
import { listKernelThreads } from './kernel-threads.ts';
import { composeArcstats, composeMeminfo, composeVmstat } from './memory.ts';
import { FIRST_STEP_AT, KERNEL_RELEASE, STEP_MS, UPTIME_SECONDS, counted, sum } from './model.ts';
import type { Step } from './model.ts';
import { composeMounts } from './mounts.ts';
import { composeNetwork } from './network.ts';
import { composeProcess } from './process.ts';
import type { Process } from './process.ts';
import { listPrograms } from './programs.ts';
import { composeSockets } from './sockets.ts';
import { composeVirtualMachines } from './virtual-machines.ts';

/** All files of the big server at one step. The same in every run. */
export function composeBigHost(step: Step): Tree {
  const processes = listProcesses(step);
  return new Map([
    ...composeSystem(step),
    ...composeKernel(step, processes),
    ...composeCpuInfo(step),
    ...composeDisks(step),
    ...composeHardware(step),
    ...composeNetwork(step),
    ...composeSockets(),
    ...composeContainers(step),
    ...composeMounts(step),
    ...composeAccelerators(step),
    ...composeVirtualMachines(step),
    ...processes.flatMap((process) => Array.from(composeProcess(step, process))),
    // of the one process that has been swapped out
    [
      'proc/2007/smaps',
      'Swap:               4096 kB\nSwap:                  0 kB\nSwap:              16384 kB\n',
    ],
  ]);
}

function listProcesses(step: Step): Process[] {
  return [...listKernelThreads(), ...listPrograms()].filter(
    ({ only }) => only === undefined || only === step,
  );
}

function composeKernel(step: Step, processes: Process[]): Tree {
  const inState = (state: string): number => processes.filter((process) => process.state === state).length;
  const threads = sum(processes.map((process) => process.threads));
  // 15-minute load 16: a quarter of the cores
  const load = step === 1 ? '20.48 18.24 16.00' : '20.52 18.26 16.00';
  return new Map([
    ['proc/stat', composeStat(step, inState('R'), inState('D'))],
    ['proc/loadavg', `${load} ${inState('R')}/${threads} ${counted(step, 30_001, 2)}\n`],
    ['proc/uptime', composeUptime(step)],
    ['proc/interrupts', composeInterrupts(step)],
    ['proc/meminfo', composeMeminfo(step)],
    ['proc/vmstat', composeVmstat(step)],
    ['proc/spl/kstat/zfs/arcstats', composeArcstats(step)],
  ]);
}

/** The constant files, and the time of the step. */
function composeSystem(step: Step): Tree {
  const time = {
    now: counted(step, FIRST_STEP_AT, STEP_MS),
    monotonic: counted(step, UPTIME_SECONDS * 1000, STEP_MS),
  };
  return new Map([
    ['time.json', json(time)],
    [
      'proc/version',
      `Linux version ${KERNEL_RELEASE} (builder@big-server) (gcc 14.2.0) #1 SMP PREEMPT_DYNAMIC\n`,
    ],
    ['proc/sys/kernel/hostname', 'big-server\n'],
    ['proc/sys/kernel/osrelease', `${KERNEL_RELEASE}\n`],
    ['proc/sys/kernel/ostype', 'Linux\n'],
    ['proc/sys/kernel/pid_max', '4194304\n'],
    ['etc/hostname', 'big-server\n'],
    [
      'etc/os-release',
      'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\nID=debian\n',
    ],
    ['etc/passwd', PASSWD],
  ]);
}

/** uid 4242, which one process runs under, is nobody's. */
const PASSWD = [
  'root:x:0:0',
  'daemon:x:1:1',
  'www-data:x:33:33',
  'nobody:x:65534:65534',
  'libvirt-qemu:x:64055:109',
  'postgres:x:108:112',
  'prometheus:x:110:114',
  'vault:x:111:115',
  'user1:x:1000:1000',
  'user2:x:1001:1001',
]
  .map((account) => `${account}:::\n`)
  .join('');
