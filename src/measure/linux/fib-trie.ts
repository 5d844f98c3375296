import { bytesOf, eachLine } from './bytes.ts';

const LEAF = bytesOf('|-- ');
const LOCAL = /^\/32 host LOCAL\b/;

/**
 * Parses the host's IPv4 addresses from /proc/net/fib_trie, dotted and unique: leaves with a `/32 host LOCAL` entry. For hosts
 * known only by files, whose interfaces cannot be queried.
 */
export function parseFibTrie(bytes: Uint8Array): string[] {
  const addresses = new Set<string>();
  let leaf = '';
  eachLine(bytes, (cursor) => {
    cursor.skipBlanks();
    if (cursor.match([LEAF]) === 0) leaf = cursor.word();
    else if (leaf !== '' && LOCAL.test(cursor.restOfLine())) addresses.add(leaf);
  });
  return [...addresses];
}
