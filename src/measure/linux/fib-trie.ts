import { bytesOf, eachLine } from './bytes.ts';

const LEAF = bytesOf('|-- ');
const LOCAL = /^\/32 host LOCAL\b/;

/**
 * The host's own IPv4 addresses from /proc/net/fib_trie, in dotted form, each once: leaves that hold a
 * `/32 host LOCAL` entry. For hosts known by their files only, where no interface can be asked.
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
