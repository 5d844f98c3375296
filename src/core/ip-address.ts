/** IP addresses as texts and as numbers. RFC 4291 section 2.2, RFC 4632 section 3.1. */

/** The eight 16-bit groups of an IPv6 address; IPv4 addresses are mapped (`::ffff:1.2.3.4`). */
export type IpAddress = readonly number[];

const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/** Null for anything but an address; a zone (`%eth0`) is left out, brackets are not understood. */
export function parseIpAddress(text: string): IpAddress | null {
  const plain = text.replace(/%.*$/s, '');
  return plain.includes(':') ? parseIpv6(plain) : parseMapped(plain);
}

export const isIpv4 = (address: IpAddress): boolean =>
  MAPPED.every((group, index) => address[index] === group);

function parseMapped(text: string): IpAddress | null {
  const groups = parseIpv4(text);
  return groups && [...MAPPED, ...groups];
}

/** Two groups. */
function parseIpv4(text: string): number[] | null {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const bytes = found?.slice(1).map(Number) ?? [];
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return [a * 256 + b, c * 256 + d];
}

function parseIpv6(text: string): IpAddress | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(parseGroups);
  if (head === null || head === undefined || tail === null) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The groups between two `::`; the last may be written as an IPv4 address. */
function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const words = text.split(':');
  const groups: number[] = [];
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1;
    const parsed = isLast && word.includes('.') ? parseIpv4(word) : parseGroup(word);
    if (parsed === null) return null;
    groups.push(...parsed);
  }
  return groups;
}

const parseGroup = (word: string): number[] | null =>
  /^[\da-f]{1,4}$/i.test(word) ? [Number.parseInt(word, 16)] : null;
