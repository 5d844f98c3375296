/** Names of cards, from lists of a megabyte: each is looked up once, a missing list again every minute. */
import { passNotFetched } from '../../../core/not-fetched.ts';
import type { Host } from '../../../core/host.ts';
import { findAmdgpuName, findPciName } from '../../linux/hardware-names.ts';

const AMDGPU_IDS = ['/usr/share/libdrm/amdgpu.ids'];
/** Debian and Fedora. */
const PCI_IDS = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids'];

const RETRY_MS = 60_000;

export interface GpuNames {
  /** By PCI device and revision, hexadecimal; null: not listed, or no list installed. */
  amd(device: string | null, revision: string | null): string | null;
  /** By PCI vendor and device. */
  pci(vendor: string | null, device: string | null): string | null;
}

export function createGpuNames(host: Host): GpuNames {
  const found = new Map<string, string | null>();
  /** When lists that are not installed are looked for again, by their first path. */
  const retries = new Map<string, number>();

  const lookUp = (
    lists: readonly string[],
    [first, second]: readonly [string | null, string | null],
    find: (bytes: Uint8Array, first: string, second: string) => string | null,
  ): string | null => {
    if (first === null || second === null) return null;
    const list = lists[0] ?? '';
    const key = `${list} ${first} ${second}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const now = host.clock.monotonic();
    if (now < (retries.get(list) ?? now)) return null;
    const name = search(lists, (bytes) => find(bytes, first, second));
    if (name === undefined) retries.set(list, now + RETRY_MS);
    else found.set(key, name);
    return name ?? null;
  };
  /** Undefined: no list is installed. */
  const search = (
    lists: readonly string[],
    find: (bytes: Uint8Array) => string | null,
  ): string | null | undefined => {
    for (const path of lists) {
      try {
        return find(host.read(path));
      } catch (error) {
        passNotFetched(error);
        // Not installed here.
      }
    }
    return undefined;
  };

  return {
    amd: (device, revision) =>
      lookUp(AMDGPU_IDS, [device?.toUpperCase() ?? null, revision?.toUpperCase() ?? null], findAmdgpuName),
    pci: (vendor, device) => lookUp(PCI_IDS, [vendor, device], findPciName),
  };
}
