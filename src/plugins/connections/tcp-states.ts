import type { Host } from '../../core/host.ts';
import { countTcpStates, TCP_STATES, type TcpStateCounts } from '../../linux/net-tcp.ts';

/** Sockets can change their state without their number changing: such a change is seen after this time. */
const WALK_MS = 10_000;
/** Counts of this age are reused: the two samples at startup need one walk. */
const YOUNG_MS = 500;
/** A socket leaves any other state when a timer ends, without a segment. */
const LASTING: ReadonlySet<number> = new Set([
  TCP_STATES.listen,
  TCP_STATES.established,
  TCP_STATES.closeWait,
  TCP_STATES.timeWait,
]);

/**
 * TCP sockets by state; null when they cannot be read. For /proc/net/tcp and tcp6 the kernel walks its whole hash table, which
 * takes milliseconds whatever is in it. That is done apart from the event loop, when the numbers of sockets in /proc/net/sockstat and
 * sockstat6 are not those of the last walk, and every ten seconds, unless no segment was sent or received since.
 */
export function createTcpStates(host: Host): () => Promise<TcpStateCounts | null> {
  let counts: TcpStateCounts | null = null;
  let numbers: string | null = null;
  let segments: string | null = null;
  let walkedAt = Number.NEGATIVE_INFINITY;
  /** Whether a socket can have changed its state without the numbers of sockets telling so. */
  const canDiffer = (segmentsNow: string | null): boolean =>
    segmentsNow === null ||
    segmentsNow !== segments ||
    counts === null ||
    counts.some((count, state) => count > 0 && !LASTING.has(state));
  return async () => {
    const time = host.clock.monotonic();
    if (time - walkedAt < YOUNG_MS) return counts;
    // Before the walk: what changes during it is another number the next time.
    const now = socketNumbers(host);
    const isChanged = now === null || now !== numbers;
    if (!isChanged && time - walkedAt < WALK_MS) return counts;
    const segmentsNow = segmentNumbers(host);
    if (isChanged || canDiffer(segmentsNow)) {
      counts = await readTcp(host);
      numbers = now;
      segments = segmentsNow;
      walkedAt = time;
    }
    return counts;
  };
}

/** A host without IPv6 has no tcp6; one without either has no readable sockets. */
async function readTcp(host: Host): Promise<TcpStateCounts | null> {
  const tables: TcpStateCounts[] = [];
  for (const path of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const bytes = await host.readApart(path).catch(() => null);
    if (bytes !== null) tables.push(countTcpStates(bytes));
  }
  const [first, second] = tables;
  return first === undefined ? null : first.map((count, state) => count + (second?.[state] ?? 0));
}

/** Sockets in use, and those in TIME_WAIT. The other numbers are those of all networks, or follow traffic (sockstat_seq_show). */
function socketNumbers(host: Host): string | null {
  const [, inUse, waiting] =
    /^TCP: inuse (\d+) .*?\btw (\d+)/m.exec(host.readText('/proc/net/sockstat') ?? '') ?? [];
  const [, inUse6] = /^TCP6: inuse (\d+)/m.exec(host.readText('/proc/net/sockstat6') ?? '') ?? [];
  return inUse === undefined ? null : `${inUse} ${waiting} ${inUse6}`;
}

/** Counters of TCP since boot (connections, segments), as snmp_seq_show prints them; they include IPv6. */
const segmentNumbers = (host: Host): string | null =>
  /^Tcp: \d.*$/m.exec(host.readText('/proc/net/snmp') ?? '')?.[0] ?? null;
