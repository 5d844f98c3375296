/** Echo requests by ping(8), which may open the required socket without root. */
import type { Host } from '../../../core/host.ts';
import type { CheckOutcome } from './outcome.ts';

/** Time for looking up a name, before the time that ping waits for a reply. */
const LOOKUP_MS = 5000;
const MAX_BYTES = 16_384;
const OVERDUE = /did not end within/;
const NOT_PERMITTED = /not permitted|permission denied|lacking privilege/i;
/** Seconds between two requests; users other than root may not send faster. */
const PAUSE = 0.2;

/** Arguments supported by both iputils and BusyBox. */
export async function ping(
  host: Host,
  address: string,
  timeoutSeconds: number,
  count: number,
): Promise<CheckOutcome> {
  const wait = String(Math.max(1, Math.ceil(timeoutSeconds)));
  const pauses = count > 1 ? ['-i', String(PAUSE)] : [];
  const { code, stdout, stderr, failure } = await host.run(
    ['ping', '-c', String(count), ...pauses, '-W', wait, '-n', '--', address],
    {
      timeoutMs: Number(wait) * 1000 + (count - 1) * PAUSE * 1000 + LOOKUP_MS,
      maxBytes: MAX_BYTES,
    },
  );
  if (code === 0) {
    const seconds = roundTrip(stdout);
    return { up: true, status: seconds, response: seconds || null, loss: lossIn(stdout), reason: null };
  }
  if (failure !== null && !OVERDUE.test(failure)) return notMade(missing(failure));
  if (NOT_PERMITTED.test(stderr)) return notMade(PERMISSION);
  const [line = ''] = stderr.trim().split('\n');
  const reason = line === '' ? null : `${address}: ${line.replace(/^ping: /, '')}`;
  return {
    up: false,
    status: false,
    loss: 100,
    reason: reason ?? `${address} does not answer ${count > 1 ? `${count} pings` : 'a ping'}`,
    notice: reason,
  };
}

const notMade = (reason: string): CheckOutcome => ({ up: null, status: null, reason, notice: reason });

const missing = (failure: string): string =>
  `hosts cannot be pinged: ${failure}${failure.includes('not installed') ? ' (package iputils-ping)' : ''}`;

const PERMISSION =
  'hosts cannot be pinged: ping may not open its socket; widen net.ipv4.ping_group_range or give ping the capability CAP_NET_RAW';

/** Mean seconds from `time=0.041 ms` or `time<1 ms`; false: not in the output. */
export function roundTrip(output: string): number | false {
  const times = [...output.matchAll(/\btime[=<]\s*(\d+(?:\.\d+)?)\s*ms/g)].map(([, ms]) => Number(ms));
  if (times.length === 0) return false;
  return Math.round((times.reduce((sum, ms) => sum + ms, 0) / times.length) * 1000) / 1e6;
}

/** Percent from `20% packet loss`; null: not in the output. */
export function lossIn(output: string): number | null {
  const [, percent] = / (\d{1,3}(?:\.\d{1,6})?)% packet loss/.exec(output) ?? [];
  return percent === undefined ? null : Number(percent);
}
