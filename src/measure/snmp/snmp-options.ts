/** SNMP settings of a host. */

type SnmpVersion = '1' | '2c' | '3';

export interface SnmpOptions {
  /** An address; names are looked up by the system. */
  host: string;
  port: number;
  version: SnmpVersion;
  /** Versions 1 and 2c: the community string. */
  community: string;
  /** Version 3. */
  user: string;
  /** Version 3: see {@link parseSecurity}. */
  auth: string;
  /** Time limit of a whole poll. */
  timeoutMs: number;
}

/** An error of a host, or a lack of answers, as a sentence for the user. */
export class SnmpError extends Error {
  override readonly name = 'SnmpError';
}

const AUTH_PROTOCOLS = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
const PRIV_PROTOCOLS = ['des', 'aes', 'aes256b', 'aes256r'] as const;
type AuthProtocol = (typeof AUTH_PROTOCOLS)[number];
type PrivProtocol = (typeof PRIV_PROTOCOLS)[number];

export interface Security {
  auth: { protocol: AuthProtocol; key: string };
  /** Null: not encrypted. */
  privacy: { protocol: PrivProtocol; key: string } | null;
}

/** RFC 3414 section 11.2. */
const SHORTEST_KEY = 8;
const FORM = /^(?:(?<auth>[a-z\d]+):)?(?<key>.+?)(?:\/(?<priv>des|aes|aes256b|aes256r):(?<privKey>.+))?$/s;

/** `KEY`, `sha256:KEY` or `sha256:KEY/aes:KEY`; default SHA-1, which every agent supports. Throws {@link SnmpError} for short keys. */
export function parseSecurity(text: string): Security {
  const { auth, key = '', priv, privKey = '' } = FORM.exec(text)?.groups ?? {};
  const protocol = AUTH_PROTOCOLS.find((name) => name === auth);
  // The text before the colon may be part of the key.
  const own = protocol === undefined && auth !== undefined ? `${auth}:${key}` : key;
  const privacy = PRIV_PROTOCOLS.find((name) => name === priv);
  for (const one of privacy === undefined ? [own] : [own, privKey])
    if (one.length < SHORTEST_KEY)
      throw new SnmpError(`The keys of --snmp-auth need at least ${SHORTEST_KEY} characters.`);
  return {
    auth: { protocol: protocol ?? 'sha', key: own },
    privacy: privacy === undefined ? null : { protocol: privacy, key: privKey },
  };
}
