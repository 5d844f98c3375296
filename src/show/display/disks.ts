/** Distinguishes disks from partitions and layers, and says which of their values are shown. */

/** Returns the names that are partitions of another one of the names: `sda1` of `sda`, `nvme0n1p2` of `nvme0n1`. */
export function partitionsAmong(names: readonly string[]): Set<string> {
  const known = new Set(names);
  return new Set(
    names.filter((name) => {
      const digits = /(?<!\d)\d+$/.exec(name)?.[0];
      if (digits === undefined) return false;
      const parent = name.slice(0, -digits.length);
      // A parent that ends in a digit has a p in between.
      return known.has(parent) ? !/\d$/.test(parent) : parent.endsWith('p') && known.has(parent.slice(0, -1));
    }),
  );
}

/** Layers above disks, whose transfers are those of disks. */
export const isLayer = (name: string): boolean => /^(dm-|md|loop|zram|ram|bcache)/.test(name);

/** What is read and written, by preference: bytes, operations, or the time that each takes. */
export function diskLook({ latency, iops }: { readonly latency: boolean; readonly iops: boolean }) {
  if (latency) return { fields: ['read_latency', 'write_latency'], kind: 'milliseconds' } as const;
  if (iops) return { fields: ['read_count_rate_per_sec', 'write_count_rate_per_sec'], kind: 'rate' } as const;
  return { fields: ['read_bytes_rate_per_sec', 'write_bytes_rate_per_sec'], kind: 'byteRate' } as const;
}
