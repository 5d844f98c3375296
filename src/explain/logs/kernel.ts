/** Kernel messages from the ring buffer, without a journal: by dmesg(1) of util-linux or BusyBox. */
import type { Host } from '../../core/host.ts';
import { LOG_PRIORITIES, type WantedLogs } from './log-lines.ts';
import { orNull } from '../../core/or-null.ts';
import { Slice } from '../../core/slice.ts';
import { parseKernelLine } from '../../measure/linux/kernel-log.ts';
import { parseStat } from '../../measure/linux/stat.ts';
import {
  MOST_LINES,
  ONLY_LAST,
  type RawLine,
  readingOf,
  type SourceReading,
  without,
  withoutProgram,
} from './reading.ts';

/** Ring buffers usually have up to 2 MiB (CONFIG_LOG_BUF_SHIFT), and the text may be longer. */
const LIMITS = { timeoutMs: 2000, maxBytes: 8 * 1024 * 1024 };

type KernelWanted = Pick<WantedLogs, 'from' | 'to' | 'priority' | 'signal'>;

export async function readKernel(host: Host, wanted: KernelWanted): Promise<SourceReading> {
  const { signal } = wanted;
  const { code, stdout, stderr, failure } = await host.run(['dmesg', '-r'], { ...LIMITS, signal });
  if (/not permitted|permission denied/i.test(stderr))
    return without('kernel', 'unreadable', 'no permission to read the kernel log: run the agent as root');
  if (failure !== null) return withoutProgram('kernel', failure);
  if (code !== 0)
    return without(
      'kernel',
      'unreadable',
      `dmesg failed: ${stderr.trim().slice(0, 200) || `exit code ${code}`}`,
    );
  const boot = await bootOf(host);
  if (boot === 0) return without('kernel', 'unreadable', '/proc/stat does not tell when the kernel started');
  const lines = await linesOf(stdout, boot, wanted);
  return readingOf('kernel', lines.slice(-MOST_LINES), lines.length > MOST_LINES ? ONLY_LAST : null);
}

/** Seconds since the epoch; 0: unknown. */
async function bootOf(host: Host): Promise<number> {
  const stat = await host.readApart('/proc/stat').catch(() => null);
  return (stat && orNull(() => parseStat(stat).btime)) ?? 0;
}

/** @param boot seconds since the epoch */
async function linesOf(
  stdout: string,
  boot: number,
  { from, to, priority: least, signal }: KernelWanted,
): Promise<RawLine[]> {
  const most = LOG_PRIORITIES.indexOf(least);
  const lines: RawLine[] = [];
  const slice = new Slice({ isGone: () => signal.aborted });
  for (const line of stdout.split('\n')) {
    if (slice.isOver) await slice.next();
    const message = parseKernelLine(line);
    if (message === null || message.priority > most) continue;
    const time = (boot + message.seconds) * 1000;
    if (time >= from && time <= to)
      lines.push({ time, origin: 'kernel', name: '', priority: message.priority, text: message.text });
  }
  return lines;
}
