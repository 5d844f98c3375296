import { decode } from './bytes.ts';

/** Reads /proc/net/stat/nf_conntrack: a line of names, then a line a core, hexadecimal. Sums over the cores, by name. */
export function parseConntrackStat(bytes: Uint8Array): Map<string, number> {
  const [head = '', ...rows] = decode(bytes).split('\n');
  const names = head.split(/\s+/).filter((name) => /^[a-z]\w*$/.test(name));
  const sums = new Map(names.map((name) => [name, 0]));
  for (const row of rows) {
    const values = row.split(/\s+/);
    if (values.length < names.length) continue;
    for (const [index, name] of names.entries()) {
      const value = /^[0-9a-f]{1,16}$/i.test(values[index]!) ? Number.parseInt(values[index]!, 16) : 0;
      sums.set(name, sums.get(name)! + value);
    }
  }
  return sums;
}
