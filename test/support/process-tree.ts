/** Processes as files below /proc, for tests that compose their own. */

export interface ProcessFiles {
  pid: number;
  /** As the kernel writes it in `stat`. */
  comm?: string;
  state?: string;
  ppid?: number;
  flags?: number;
  /** Clock ticks. */
  utime?: number;
  stime?: number;
  minflt?: number;
  majflt?: number;
  nice?: number;
  threads?: number;
  starttime?: number;
  /** Pages. */
  rss?: number;
  processor?: number;
  /** Pages that are shared. */
  shared?: number;
  uid?: number;
  gid?: number;
  /** Arguments. */
  cmdline?: string[];
  /** Bytes read and written; null: the file is missing. */
  io?: [number, number] | null;
  /** How often it was given a processor; null, or not given: the file is missing. */
  runs?: number | null;
  /** Its file `cgroup`; not given: the file is missing. */
  cgroup?: string;
  /** Kilobytes in swap. */
  swap?: number;
}

export const KERNEL_THREAD = 0x00200000;

/** Files of some processes, with a memory of 1,000 pages and a few users. */
export function processTree(...processes: readonly ProcessFiles[]): Record<string, string> {
  const files: Record<string, string> = {
    'proc/meminfo': 'MemTotal:        4000 kB\nMemFree:         1000 kB\n',
    'proc/sys/kernel/pid_max': '32768\n',
    'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n',
  };
  return Object.assign(files, ...processes.map(filesOf)) as Record<string, string>;
}

function filesOf(process: ProcessFiles): Record<string, string> {
  const { pid, comm = 'sleep', cmdline = ['/bin/sleep', '9'], io = [0, 0], runs = null } = process;
  const { uid = 0, gid = 0, rss = 10, shared = 5, swap } = process;
  const folder = `proc/${pid}`;
  return {
    [`${folder}/stat`]: `${pid} (${comm}) ${statFields(process)}\n`,
    [`${folder}/statm`]: `200 ${rss} ${shared} 4 0 3 0\n`,
    [`${folder}/status`]:
      `Name:\t${comm}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t${gid}\t${gid + 1}\t${gid + 2}\t${gid}\n` +
      (swap === undefined ? '' : `VmSwap:\t${swap} kB\n`) +
      'Cpus_allowed_list:\t0-1\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t3\n',
    [`${folder}/cmdline`]: cmdline.map((argument) => `${argument}\0`).join(''),
    ...(process.cgroup !== undefined && { [`${folder}/cgroup`]: `${process.cgroup}\n` }),
    ...(runs !== null && { [`${folder}/schedstat`]: `${runs * 900} 17 ${runs}\n` }),
    ...(io && {
      [`${folder}/io`]: `rchar: 9\nwchar: 9\nread_bytes: ${io[0]}\nwrite_bytes: ${io[1]}\ncancelled_write_bytes: 0\n`,
    }),
  };
}

/** Fields 3 to 52 of `stat`. */
function statFields(process: ProcessFiles): string {
  const { state = 'S', ppid = 1, flags = 0, utime = 0, stime = 0, minflt = 0, majflt = 0 } = process;
  const { nice = 0, threads = 1, starttime = 100, rss = 10, processor = 0 } = process;
  const fields: (string | number)[] = Array.from({ length: 50 }, () => 0);
  const set = (number: number, value: string | number): void => void (fields[number - 3] = value);
  set(3, state);
  set(4, ppid);
  set(9, flags);
  set(10, minflt);
  set(12, majflt);
  set(14, utime);
  set(15, stime);
  set(19, nice);
  set(20, threads);
  set(22, starttime);
  set(23, 200 * 4096);
  set(24, rss);
  set(39, processor);
  return fields.join(' ');
}
