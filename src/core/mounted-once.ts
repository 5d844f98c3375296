/** File systems that are mounted at several places. */
import type { Served } from './served.ts';

/** Bind mounts and subvolumes fill up with their device: the shortest path stands for it. */
export function mountedOnce(items: readonly Served[] | null): readonly Served[] {
  const byDevice = new Map<string, Served>();
  for (const item of items ?? []) {
    const device = String(item['device_name']);
    const key = device.startsWith('/dev/') ? device : String(item['mnt_point']);
    const known = byDevice.get(key);
    if (known === undefined || lengthOf(item) < lengthOf(known)) byDevice.set(key, item);
  }
  return [...byDevice.values()];
}

const lengthOf = ({ mnt_point: mount }: Served): number => String(mount).length;
