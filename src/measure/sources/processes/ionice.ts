import type { Host } from '../../../core/host.ts';
import type { ExtendedStats } from './entry.ts';

/** Words of ionice(1) in the order of the kernel's classes (IOPRIO_CLASS_ of include/uapi/linux/ioprio.h). */
const CLASSES = ['none', 'realtime', 'best-effort', 'idle'];
const LIMITS = { timeoutMs: 500, maxBytes: 4096 };

/**
 * The I/O priority of a process, from the program `ionice`, since only a system call has it. Null if not installed, and for
 * processes of another host.
 */
export async function readIonice(host: Host, pid: number): Promise<ExtendedStats['ionice']> {
  if (!host.isLocal) return null;
  const { code, stdout } = await host.run(['ionice', '-p', String(pid)], LIMITS);
  return code === 0 ? parseIonice(stdout) : null;
}

/** Output of `ionice -p`: `best-effort: prio 4`, `idle`. */
export function parseIonice(output: string): ExtendedStats['ionice'] {
  const match = /^([a-z-]+)(?:: prio (\d+))?$/.exec(output.trim());
  const ioclass = CLASSES.indexOf(match?.[1] ?? '');
  return ioclass < 0 ? null : { ioclass, value: Number(match?.[2] ?? 0) };
}
