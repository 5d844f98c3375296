import type { Host } from '../../../core/host.ts';
import { countTcpStates, TCP_STATES, type TcpStateCounts } from '../../linux/net-tcp.ts';

/** Socket states can change while their number stays; such changes show after this time. */
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
 * TCP sockets by state; null: unreadable. For /proc/net/tcp and tcp6 the kernel walks its whole hash table, which takes
 * milliseconds. That happens on another thread when /proc/net/sockstat and sockstat6 differ from the last walk, and every ten
 * seconds if segments were sent or received. tcp6 is skipped without IPv6 sockets.
 */
export function createTcpStates(host: Host): () => Promise<TcpStateCounts | null> {
  let counts: TcpStateCounts | null = null;
  let numbers: SocketNumbers | null = null;
  let segments: string | null = null;
  let walkedAt = Number.NEGATIVE_INFINITY;
  /** True if a socket may have changed its state while the numbers of sockets stayed. */
  const canDiffer = (segmentsNow: string | null): boolean =>
    segmentsNow === null ||
    segmentsNow !== segments ||
    counts === null ||
    counts.some((count, state) => count > 0 && !LASTING.has(state));
  return async () => {
    const time = host.clock.monotonic();
    if (time - walkedAt < YOUNG_MS) return counts;
    // Before the walk: changes during it alter the count next time.
    const now = socketNumbers(host);
    const isChanged = now === null || numbers === null || !isSame(now, numbers);
    if (!isChanged && time - walkedAt < WALK_MS) return counts;
    const segmentsNow = segmentNumbers(host);
    if (isChanged || canDiffer(segmentsNow)) {
      counts = await readTcp(host, now === null || mayHaveIpv6(now));
      numbers = now;
      segments = segmentsNow;
      walkedAt = time;
    }
    return counts;
  };
}

/** A host without IPv6 has no tcp6; one without either has no readable sockets. */
async function readTcp(host: Host, withIpv6: boolean): Promise<TcpStateCounts | null> {
  const tables: TcpStateCounts[] = [];
  for (const path of ['/proc/net/tcp', ...(withIpv6 ? ['/proc/net/tcp6'] : [])]) {
    const bytes = await host.readApart(path).catch(() => null);
    if (bytes !== null) tables.push(countTcpStates(bytes));
  }
  const [first, second] = tables;
  return first === undefined ? null : first.map((count, state) => count + (second?.[state] ?? 0));
}

/** Sockets in use and in TIME_WAIT. Other numbers cover all network namespaces, or follow traffic (sockstat_seq_show). */
interface SocketNumbers {
  readonly inUse: number;
  /** In TIME_WAIT, including IPv6. */
  readonly waiting: number;
  /** Of IPv6, which are not among {@link inUse}; null: unknown. */
  readonly inUse6: number | null;
}

const isSame = (a: SocketNumbers, b: SocketNumbers): boolean =>
  a.inUse === b.inUse && a.waiting === b.waiting && a.inUse6 === b.inUse6;

/** Sockets in TIME_WAIT are not in use any more. */
const mayHaveIpv6 = ({ inUse6, waiting }: SocketNumbers): boolean => inUse6 !== 0 || waiting !== 0;

function socketNumbers(host: Host): SocketNumbers | null {
  const [, inUse, waiting] =
    /^TCP: inuse (\d+) .*?\btw (\d+)/m.exec(host.readText('/proc/net/sockstat') ?? '') ?? [];
  const [, inUse6] = /^TCP6: inuse (\d+)/m.exec(host.readText('/proc/net/sockstat6') ?? '') ?? [];
  if (inUse === undefined) return null;
  return {
    inUse: Number(inUse),
    waiting: Number(waiting),
    inUse6: inUse6 === undefined ? null : Number(inUse6),
  };
}

/** Counters of TCP since boot (connections, segments), as snmp_seq_show prints them; they include IPv6. */
const segmentNumbers = (host: Host): string | null =>
  /^Tcp: \d.*$/m.exec(host.readText('/proc/net/snmp') ?? '')?.[0] ?? null;
