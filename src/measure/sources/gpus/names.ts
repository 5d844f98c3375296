/** Names of cards, from lists of a megabyte: each is looked up once. */
import { passNotFetched } from '../../../core/not-fetched.ts';
import type { Host } from '../../../core/host.ts';
import { findAmdgpuName, findPciName } from '../../linux/hardware-names.ts';

const AMDGPU_IDS = ['/usr/share/libdrm/amdgpu.ids'];
/** Debian and Fedora. */
const PCI_IDS = ['/usr/share/misc/pci.ids', '/usr/share/hwdata/pci.ids'];

export interface GpuNames {
  /** By PCI device and revision, hexadecimal; null: not listed, or no list installed. */
  amd(device: string | null, revision: string | null): string | null;
  /** By PCI vendor and device. */
  pci(vendor: string | null, device: string | null): string | null;
}

export function createGpuNames(host: Host): GpuNames {
  const found = new Map<string, string | null>();

  const lookUp = (
    lists: readonly string[],
    [first, second]: readonly [string | null, string | null],
    find: (bytes: Uint8Array, first: string, second: string) => string | null,
  ): string | null => {
    if (first === null || second === null) return null;
    const key = `${lists[0]} ${first} ${second}`;
    let name = found.get(key);
    if (name === undefined) found.set(key, (name = search(lists, (bytes) => find(bytes, first, second))));
    return name;
  };
  const search = (lists: readonly string[], find: (bytes: Uint8Array) => string | null): string | null => {
    for (const path of lists) {
      try {
        return find(host.read(path));
      } catch (error) {
        passNotFetched(error);
        // Not installed here.
      }
    }
    return null;
  };

  return {
    amd: (device, revision) =>
      lookUp(AMDGPU_IDS, [device?.toUpperCase() ?? null, revision?.toUpperCase() ?? null], findAmdgpuName),
    pci: (vendor, device) => lookUp(PCI_IDS, [vendor, device], findPciName),
  };
}
