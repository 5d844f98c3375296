/** Lists of addresses and networks, in the form of RFC 4632. */
import ipaddr from 'ipaddr.js';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import { OptionError } from './option-error.ts';
import { wordsOf } from './option-parse.ts';

/** An address, and how many leading bits its network shares. */
type Network = [base: IpAddress, bits: number];

/** Splits a list of addresses and networks. Throws `OptionError` for a malformed one. */
export function networkWords(text: string): string[] {
  const words = wordsOf(text);
  for (const word of words)
    if (parseNetwork(word) === null)
      throw new OptionError(`"${word}" is not an address or a network such as 10.0.0.0/8`);
  return words;
}

/** Stands for clients of the unix socket. */
export const UNIX = 'unix';

/** Like {@link networkWords}; also accepts {@link UNIX}. */
export const peerWords = (text: string): string[] =>
  wordsOf(text).flatMap((word) => (word === UNIX ? [word] : networkWords(word)));

/** Like {@link networkMatcher}, for peers of a server. */
export function peerMatcher(words: readonly string[]): (address: string) => boolean {
  const isOfNetworks = networkMatcher(words);
  const hasUnix = words.includes(UNIX);
  return (address) => (address === UNIX ? hasUnix : isOfNetworks(address));
}

/** True for an address of the networks. IPv4-mapped addresses count as IPv4; `::/0` is IPv6 only. */
export function networkMatcher(words: readonly string[]): (address: string | IpAddress) => boolean {
  const networks = words.map(parseNetwork).filter((network) => network !== null);
  return (given) => {
    const address = typeof given === 'string' ? parseIpAddress(given) : given;
    return address !== null && ipaddr.subnetMatch(address, { networks }, '') === 'networks';
  };
}

/** Null also for a mapped network of less than 96 bits: as `::ffff:10.0.0.0/8`, it would hold every IPv4 address. */
function parseNetwork(text: string): Network | null {
  const [, address = '', length] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = parseIpAddress(address);
  if (base === null) return null;
  const most = base.kind() === 'ipv4' ? 32 : 128;
  const written = address.includes(':') ? 128 : 32;
  const bits = length === undefined ? most : Number(length) - (written - most);
  return bits < 0 || bits > most ? null : [base, bits];
}
