import { isIPv6 } from 'node:net';
import { hexOfIpv4, ipv4OfHex, swapWords } from './addresses.ts';
import type { AddressMap } from './addresses.ts';
import { hideSecrets } from './secrets.ts';

/** Values to be removed from a recording. */
export interface Identity {
  hostName: string;
  /** Name → replacement, of the users that are not part of the system. */
  users: ReadonlyMap<string, string>;
  addresses: AddressMap;
}

export const RECORDED_HOST_NAME = 'recorded-host';
const FIRST_USER_ID = 1000;
const NOBODY = 65534;
const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const IPV6_CANDIDATE = /(?<![\w:.])[0-9a-f:.]{2,45}(?![\w:.])/gi;
const MAC = /(?<![0-9a-f:])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![0-9a-f:])/gi;

/** Content of one recorded file without identifying data. `path` is relative (`proc/net/tcp`). */
export function scrubFile(path: string, content: string, identity: Identity): string {
  const { addresses } = identity;
  if (path === 'etc/passwd') return scrubPasswd(content, identity.users);
  if (path === 'etc/hostname' || path === 'proc/sys/kernel/hostname') return `${RECORDED_HOST_NAME}\n`;
  if (path === 'proc/version') return content.replace(/\([^\s()@]+@[^\s()]+\)/, '(builder@recorded-host)');
  if (path === 'proc/cpuinfo') return content.replace(/^Serial\b.*\n/gm, '');
  if (path === 'proc/net/route') return scrubRoute(content, addresses);
  if (/^proc\/net\/tcp6?$/.test(path)) return scrubSockets(content, addresses);
  if (path === 'proc/net/if_inet6')
    return content.replace(/^[0-9a-f]{32}/gm, (hex) => addresses.ipv6Hex(hex));
  if (/^proc\/\d+\/cmdline$/.test(path)) return scrubCommandLine(content, identity);
  if (/mounts$|fib_trie$|class\/net\/[^/]+\/address$/.test(path)) return scrubText(content, identity);
  return content;
}

/** Host name, home folders, MAC and IP addresses in running text. */
export function scrubText(text: string, identity: Identity): string {
  const { addresses, hostName, users } = identity;
  return replaceHostName(text, hostName)
    .replace(/\/home\/([^/\s:,\0]+)/g, (path, name: string) =>
      users.has(name) ? `/home/${users.get(name)}` : path,
    )
    .replace(MAC, '00:00:00:00:00:00')
    .replace(IPV6_CANDIDATE, (word) => (isIPv6(word) ? addresses.ipv6(word) : word))
    .replace(IPV4, (word) => addresses.ipv4(word));
}

/** A short host name (`vm`) is too often part of other words. */
function replaceHostName(text: string, hostName: string): string {
  if (hostName.length < 4) return text;
  const literal = hostName.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(new RegExp(String.raw`(?<![\w-])${literal}(?![\w-])`, 'g'), RECORDED_HOST_NAME);
}

/** Arguments end with NUL each; a rewritten title may lack the last one. */
export function scrubCommandLine(content: string, identity: Identity): string {
  return scrubText(hideSecrets(content.split('\0')).join('\0'), identity);
}

/** Destination and gateway, columns 2 and 3, little-endian; the mask stays. */
export function scrubRoute(content: string, addresses: AddressMap): string {
  const swap = (hex: string): string => mapLittleEndian(hex, addresses);
  return content.replace(
    /^(\S+\t)([0-9A-F]{8})\t([0-9A-F]{8})(?=\t)/gm,
    (_, name: string, destination: string, gateway: string) =>
      `${name}${swap(destination)}\t${swap(gateway)}`,
  );
}

/** Both addresses of every row of `/proc/net/tcp` or `tcp6`. */
export function scrubSockets(content: string, addresses: AddressMap): string {
  return content.replace(/\b([0-9A-F]{32}|[0-9A-F]{8})(?=:[0-9A-F]{4} )/g, (hex) =>
    mapLittleEndian(hex, addresses),
  );
}

function mapLittleEndian(hex: string, addresses: AddressMap): string {
  const straight = swapWords(hex);
  const mapped =
    hex.length === 8 ? hexOfIpv4(addresses.ipv4(ipv4OfHex(straight))) : addresses.ipv6Hex(straight);
  return swapWords(mapped).toUpperCase();
}

/** Only name, uid and gid of each account remain. */
export function scrubPasswd(content: string, users: ReadonlyMap<string, string>): string {
  return passwdRows(content)
    .map(([name = '', , uid, gid]) => `${users.get(name) ?? name}:x:${uid}:${gid}:::\n`)
    .join('');
}

/** Replacements (`user1`, `user2`, …) for the accounts of people. */
export function nameUsers(passwd: string): Map<string, string> {
  const people = passwdRows(passwd).filter(
    ([, , uid]) => Number(uid) >= FIRST_USER_ID && Number(uid) !== NOBODY,
  );
  return new Map(people.map(([name = ''], index) => [name, `user${index + 1}`]));
}

function passwdRows(content: string): string[][] {
  return content
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => line.split(':'));
}
