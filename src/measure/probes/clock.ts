import { CLOCK, type ClockState } from '../../core/alert-feeds.ts';
import type { Host } from '../../core/host.ts';
import { parseTracking } from '../linux/chrony-tracking.ts';
import { defineProbe } from './probe.ts';
import { orNull } from '../../core/or-null.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 4096 };

/**
 * Clock state from chrony if it runs, otherwise from the kernel like systemd: every time service sets it. adjtimex(2) has the same,
 * but the syscall library takes 6 MB.
 */
export const clockProbe = defineProbe({
  feed: CLOCK,
  seconds: 300,
  // The programs ask services of this machine.
  create: (host) => async () =>
    host.isLocal ? ((await fromChrony(host)) ?? (await fromSystemd(host))) : null,
});

async function fromChrony(host: Host): Promise<ClockState | null> {
  if (!hasFolder(host, '/run/chrony')) return null;
  return parseTracking((await host.run(['chronyc', '-n', '-c', 'tracking'], LIMITS)).stdout);
}

async function fromSystemd(host: Host): Promise<ClockState | null> {
  if (!hasFolder(host, '/run/systemd/system')) return null;
  const { stdout } = await host.run(['timedatectl', 'show', '--property=NTPSynchronized', '--value'], LIMITS);
  const answer = stdout.trim();
  return answer === 'yes' || answer === 'no' ? { isSynchronized: answer === 'yes', offset: 0 } : null;
}

function hasFolder(host: Host, path: string): boolean {
  return orNull(() => host.list(path)) !== null;
}
