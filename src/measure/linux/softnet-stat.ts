import { ByteCursor } from './bytes.ts';

/** Received packets of a core since boot, as the kernel's softnet_data counts them (net/core/net-procfs.c). */
interface SoftnetStat {
  cpu: number;
  processed: number;
  dropped: number;
  timeSqueezed: number;
  /** Null before Linux 3.11. */
  receivedRps: number | null;
  flowLimitCount: number | null;
}

const MIN_COLUMNS = 9;

/** Reads /proc/net/softnet_stat: a hexadecimal line per core, with the core's number since Linux 5.10. */
export function parseSoftnetStat(bytes: Uint8Array): SoftnetStat[] {
  const cores: SoftnetStat[] = [];
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    const columns: number[] = [];
    for (let value = cursor.hex(-1); value >= 0; value = cursor.hex(-1)) columns.push(value);
    if (columns.length < MIN_COLUMNS) continue;
    cores.push({
      cpu: columns[12] ?? cores.length,
      processed: columns[0]!,
      dropped: columns[1]!,
      timeSqueezed: columns[2]!,
      receivedRps: columns[9] ?? null,
      flowLimitCount: columns[10] ?? null,
    });
  }
  return cores;
}
