/** Which servers `-c` may mean. */
import { parseIpAddress } from '../../core/ip-address.ts';

export type Protocol = 'rest' | 'rpc';

export interface AgentTarget {
  /** Host name or address without brackets, by which passwords are found. */
  name: string;
  /** Where an agent may answer, and how it is asked there; the first that does is taken. */
  candidates: readonly { protocol: Protocol; base: URL }[];
}

/** Unusable address of an agent. The message is a whole sentence. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** Default ports of agents. */
const PORTS: Readonly<Record<Protocol, number>> = { rest: 61_208, rpc: 61_209 };
const FORMS = 'write host, host:port, [address]:port or the address of its API, such as https://host/path';

/** Throws {@link TargetError}. */
export function parseAgentTarget(text: string): AgentTarget {
  if (/^https?:\/\//i.test(text)) return ofUrl(text);
  if (text.includes('/')) throw badTarget(text);
  const [, bracketed, port] = /^\[([^\]]*)\](?::(.*))?$/s.exec(text) ?? [];
  if (bracketed !== undefined) return ofHost(addressOf(bracketed, text), port, text);
  if (text.split(':').length > 2) return ofHost(addressOf(text, text), undefined, text);
  const [host = '', given] = text.split(':');
  // eslint-disable-next-line no-control-regex
  if (!/^[^\s/@?#%\\[\]<>^|"\u0000-\u001f]{1,253}$/.test(host) || host.startsWith('-')) throw badTarget(text);
  return ofHost(host, given, text);
}

const badTarget = (text: string): TargetError =>
  new TargetError(`-c: "${text.slice(0, 300)}" names no host: ${FORMS}.`);

function addressOf(address: string, text: string): string {
  if (!address.includes(':') || parseIpAddress(address) === null) throw badTarget(text);
  if (address.includes('%'))
    throw new TargetError(
      `-c: ${address} has a zone, which is not supported: use an address without one, or a name.`,
    );
  return address;
}

function ofHost(name: string, port: string | undefined, text: string): AgentTarget {
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    throw new TargetError(`-c: "${port.slice(0, 20)}" is not a port: expected a number from 1 to 65535.`);
  const host = name.includes(':') ? `[${name}]` : name;
  const base = (protocol: Protocol) => ({
    protocol,
    base: urlOf(`http://${host}:${port ?? PORTS[protocol]}`, text),
  });
  return { name, candidates: [base('rest'), base('rpc')] };
}

function ofUrl(text: string): AgentTarget {
  const base = urlOf(text, text);
  if (base.username !== '' || base.password !== '')
    throw new TargetError(
      '-c: an address must hold no user and no password: name the user with -u, and put the password into [passwords].',
    );
  if (base.search !== '' || base.hash !== '') throw badTarget(text);
  const name = base.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    name,
    candidates: [
      { protocol: 'rest', base },
      { protocol: 'rpc', base },
    ],
  };
}

function urlOf(text: string, given: string): URL {
  try {
    return new URL(text);
  } catch {
    throw badTarget(given);
  }
}
