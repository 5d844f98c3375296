/** Dotted form of an IPv4 address that the kernel printed as one little-endian number. */
export function formatIpv4(littleEndian: number): string {
  const value = littleEndian >>> 0;
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24].join('.');
}

/** Value of an IPv4 address in dotted form. */
export const ipv4Number = (dotted: string): number =>
  dotted.split('.').reduce((number, part) => number * 256 + Number(part), 0);

/** Text form of an IPv6 address by RFC 5952, from 32 hexadecimal digits. */
export function formatIpv6(digits: string): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    Number.parseInt(digits.slice(i * 4, i * 4 + 4), 16).toString(16),
  );
  const [start, length] = longestZeros(groups);
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}

function longestZeros(groups: readonly string[]): [start: number, length: number] {
  let best: [number, number] = [0, 0];
  let length = 0;
  for (const [i, group] of groups.entries()) {
    length = group === '0' ? length + 1 : 0;
    if (length > best[1]) best = [i - length + 1, length];
  }
  return best;
}
