/** Queries disks, a few at a time, and stores their last replies. */
import type { Host } from '../../../core/host.ts';
import { naturalOrder } from '../shared/natural-order.ts';
import { type Device, diskArguments, parseDisk, parseScan, type SmartDisk } from './smartctl.ts';

const SCAN_LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
const DISK_LIMITS = { timeoutMs: 15_000, maxBytes: 4 * 1024 * 1024 };
const AT_ONCE = 2;
/** A hanging disk is not queried for an hour: the kernel may not release the program. */
const HANGING_REST_MS = 3_600_000;

/** A disk and its last reply. */
export interface KnownDisk extends Device {
  disk: SmartDisk;
}

export interface Collected {
  disks: KnownDisk[];
  /** Number of devices that the scan found, readable or not. */
  found: number;
  /** Devices that must not be opened. */
  denied: string[];
  /** Why some disks are not up to date, one sentence part each. */
  problems: string[];
}

/** A text in place of disks says why smartctl tells nothing at all. */
export function createCollector(host: Host): () => Promise<Collected | string> {
  const known = new Map<string, KnownDisk>();
  const restUntil = new Map<string, number>();
  let devices: Device[] = [];
  let denied: string[] = [];

  const scan = async (): Promise<string | null> => {
    const answer = parseScan(await host.run(['smartctl', '--scan-open', '-j'], SCAN_LIMITS));
    if ('problem' in answer) return answer.problem;
    ({ devices, denied } = answer);
    const keys = new Set(devices.map(keyOf));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    return null;
  };

  /** A notice about the disk, or null. */
  const ask = async (device: Device): Promise<string | null> => {
    const key = keyOf(device);
    const now = host.clock.monotonic();
    if (now < (restUntil.get(key) ?? 0))
      return `${device.path} does not respond, and is read again in an hour`;
    const outcome = await host.run(diskArguments(device), DISK_LIMITS);
    const answer = parseDisk(outcome);
    switch (answer.kind) {
      case 'disk':
        if (answer.disk === null) known.delete(key);
        else known.set(key, { ...device, disk: answer.disk });
        return null;
      case 'asleep':
        return known.has(key)
          ? null
          : `${device.path} is in standby and is not woken up: its values are unknown until it spins up`;
      case 'denied':
        denied = [...denied, device.path];
        return null;
      case 'failed':
        if (outcome.code === null) restUntil.set(key, now + HANGING_REST_MS);
        return `${device.path}: ${answer.problem}`;
    }
  };

  return async () => {
    const fault = await scan();
    if (fault !== null && devices.length === 0) return fault;
    const problems = fault === null ? [] : [fault];
    problems.push(...(await eachOf(devices, ask)));
    const disks = [...known.values()].toSorted((a, b) => naturalOrder(a.path, b.path));
    return { disks, found: devices.length + denied.length, denied, problems };
  };
}

/** A controller has many disks under one path, distinguished by type. */
const keyOf = ({ path, type }: Device): string => `${path} ${type ?? ''}`;

async function eachOf(
  devices: readonly Device[],
  ask: (device: Device) => Promise<string | null>,
): Promise<string[]> {
  const waiting = [...devices];
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const problem = await ask(next);
      if (problem !== null) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems.toSorted(naturalOrder);
}
