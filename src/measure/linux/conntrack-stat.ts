import { decode } from './bytes.ts';

/** Reads /proc/net/stat/nf_conntrack: a line of names, then a line a core, hexadecimal. Sums over the cores, by name. */
export function parseConntrackStat(bytes: Uint8Array): Map<string, number> {
  const [head = '', ...rows] = decode(bytes).split('\n');
  const names = head.split(/\s+/).filter((name) => /^[a-z]\w*$/.test(name));
  const sums = names.map(() => 0);
  for (const row of rows) {
    const values = row.match(/[0-9a-z]+/gi) ?? [];
    if (values.length < names.length) continue;
    for (let at = 0; at < names.length; at += 1) sums[at]! += hexIn(values[at]!);
  }
  return new Map(names.map((name, at) => [name, sums[at]!]));
}

const hexIn = (text: string): number => (/^[0-9a-f]{1,16}$/i.test(text) ? Number.parseInt(text, 16) : 0);
