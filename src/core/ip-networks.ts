/** Lists of addresses and networks, in the form of RFC 4632. */
import { type IpAddress, isIpv4, parseIpAddress } from './ip-address.ts';
import { OptionError } from './option-error.ts';
import { wordsOf } from './option-parse.ts';

interface Network {
  base: IpAddress;
  /** Leading bits that its addresses share, of 128: IPv4 addresses are mapped. */
  bits: number;
}

/** The words of a list. Throws `OptionError` for one that is neither an address nor a network. */
export function networkWords(text: string): string[] {
  const words = wordsOf(text);
  for (const word of words)
    if (parseNetwork(word) === null)
      throw new OptionError(`"${word}" is not an address or a network such as 10.0.0.0/8`);
  return words;
}

/** True for an address of the networks. IPv4-mapped addresses count as IPv4; `::/0` is IPv6 only. */
export function networkMatcher(words: readonly string[]): (address: string) => boolean {
  const networks = words.flatMap((word) => parseNetwork(word) ?? []);
  return (text) => {
    const address = parseIpAddress(text);
    return address !== null && networks.some((network) => holds(network, address));
  };
}

/** Null also for a mapped network of less than 96 bits: as `::ffff:10.0.0.0/8`, it would hold every IPv4 address. */
function parseNetwork(text: string): Network | null {
  const [, address = '', length] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = parseIpAddress(address);
  if (base === null) return null;
  const bits = length === undefined ? 128 : Number(length) + (address.includes(':') ? 0 : 96);
  return bits > 128 || (isIpv4(base) && bits < 96) ? null : { base, bits };
}

const holds = ({ base, bits }: Network, address: IpAddress): boolean =>
  isIpv4(base) === isIpv4(address) &&
  base.every((group, index) => ((group ^ (address[index] ?? 0)) & maskOf(bits - index * 16)) === 0);

/** Of a 16-bit group. */
const maskOf = (bits: number): number => 0xffff << (16 - Math.min(16, Math.max(0, bits)));
