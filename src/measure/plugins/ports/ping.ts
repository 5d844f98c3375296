/** One echo request by ping(8), which may open the socket it needs where this process may not. */
import type { Host } from '../../../core/host.ts';

/** The result of a check: seconds, or false when there was no answer; null when it could not be made. */
export interface Outcome {
  status: number | false | null;
  /** A notice for the user; null when there is none. */
  problem: string | null;
}

/** ping waits for the answer by itself; looking up a name comes before that. */
const LOOKUP_MS = 5000;
const MAX_BYTES = 16_384;
const OVERDUE = /did not end within/;
const NOT_PERMITTED = /not permitted|permission denied|lacking privilege/i;

/** The arguments are those that iputils and busybox share. */
export async function ping(host: Host, address: string, timeoutSeconds: number): Promise<Outcome> {
  const wait = String(Math.max(1, Math.ceil(timeoutSeconds)));
  const { code, stdout, stderr, failure } = await host.run(
    ['ping', '-c', '1', '-W', wait, '-n', '--', address],
    {
      timeoutMs: Number(wait) * 1000 + LOOKUP_MS,
      maxBytes: MAX_BYTES,
    },
  );
  if (code === 0) return { status: roundTrip(stdout), problem: null };
  if (failure !== null && !OVERDUE.test(failure)) return { status: null, problem: missing(failure) };
  if (NOT_PERMITTED.test(stderr)) return { status: null, problem: PERMISSION };
  const [line = ''] = stderr.trim().split('\n');
  return { status: false, problem: line === '' ? null : `${address}: ${line.replace(/^ping: /, '')}` };
}

const missing = (failure: string): string =>
  `hosts cannot be pinged: ${failure}${failure.includes('not installed') ? ' (package iputils-ping)' : ''}`;

const PERMISSION =
  'hosts cannot be pinged: ping may not open its socket; widen net.ipv4.ping_group_range or give ping the capability CAP_NET_RAW';

/** Seconds from `time=0.041 ms` or `time<1 ms`; false when ping says nothing of the kind. */
export function roundTrip(output: string): number | false {
  const [, ms] = /\btime[=<]\s*(\d+(?:\.\d+)?)\s*ms/.exec(output) ?? [];
  return ms === undefined ? false : Math.round(Number(ms) * 1000) / 1e6;
}
