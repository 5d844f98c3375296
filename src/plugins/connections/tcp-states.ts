import type { Host } from '../../core/host.ts';
import { countTcpStates, type TcpStateCounts } from '../../linux/net-tcp.ts';

/**
 * Sockets can change their state without their number changing: such a change is seen after this time, and this many readings.
 * Readings are half a minute apart while nobody looks.
 */
const WALK_MS = 10_000;
const WALK_READINGS = 3;
/** Counts as young as this are told again: the two samples at a start need one walk. */
const YOUNG_MS = 500;

/**
 * TCP sockets by state; null when they cannot be read. For /proc/net/tcp and tcp6 the kernel walks its whole hash table, which
 * takes milliseconds whatever is in it. That is done apart from the event loop, when the numbers of sockets in /proc/net/sockstat and sockstat6 are not
 * those of the last walk, and every ten seconds, or with every third reading while nobody looks.
 */
export function createTcpStates(host: Host): () => Promise<TcpStateCounts | null> {
  let counts: TcpStateCounts | null = null;
  let numbers: string | null = null;
  let walkedAt = Number.NEGATIVE_INFINITY;
  let readings = 0;
  return async () => {
    const time = host.clock.monotonic();
    if (time - walkedAt < YOUNG_MS) return counts;
    // Before the walk: what changes during it is another number the next time.
    const now = socketNumbers(host);
    readings += 1;
    const isOld = time - walkedAt >= WALK_MS && readings >= WALK_READINGS;
    if (now === null || now !== numbers || isOld) {
      counts = await readTcp(host);
      numbers = now;
      walkedAt = time;
      readings = 0;
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
