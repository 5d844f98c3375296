/** A session with an SNMP agent; replies are validated here, and invalid ones affect only this session. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { default as snmpLibrary, Varbind } from 'net-snmp';
import { parseIpAddress } from '../../core/ip-address.ts';
import type { SnmpValue } from './answers.ts';
import { parseSecurity, SnmpError, type SnmpOptions } from './snmp-options.ts';

export interface Answer {
  /** Full number, without a dot at its start. */
  oid: string;
  /** Null: missing or useless. */
  value: SnmpValue | null;
  /** Nothing follows. */
  isEnd: boolean;
}

export interface SnmpSession {
  /** For each number the next one that exists. Throws {@link SnmpError}. */
  next(oids: readonly string[]): Promise<Answer[]>;
  /** Next values per OID; fewer if the reply is too long. One with version 1. */
  bulk(oids: readonly string[], repetitions: number): Promise<Answer[][]>;
  /** Pending requests end with an {@link SnmpError}. */
  close(): void;
}

type Library = typeof snmpLibrary;

/** Of one question: datagrams get lost. */
const ATTEMPTS = 2;
const LONGEST_DATAGRAM = 16_384;

/** Throws {@link SnmpError} when the options make no sense. */
export async function openSession(options: SnmpOptions): Promise<SnmpSession> {
  const security = options.version === '3' ? parseSecurity(options.auth) : null;
  const { default: snmp } = await import('net-snmp');
  const attemptMs = Math.max(250, options.timeoutMs / (ATTEMPTS + 1));
  const settings = {
    port: options.port,
    retries: ATTEMPTS - 1,
    timeout: attemptMs,
    transport: isIP(options.host) === 6 ? ('udp6' as const) : ('udp4' as const),
    dgramModule: { createSocket: (type: 'udp4' | 'udp6') => guardedSocket(type, options) },
  };
  const session =
    security === null
      ? snmp.createSession(options.host, options.community, {
          ...settings,
          version: options.version === '1' ? snmp.Version1 : snmp.Version2c,
        })
      : snmp.createV3Session(options.host, userOf(snmp, options.user, security), settings);
  // Datagrams that are no messages: requests go on waiting.
  session.on('error', () => {});

  const ask = <T>(start: (done: (error: Error | null, varbinds?: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (error: Error | null, varbinds?: T): void => {
        if (error !== null || varbinds === undefined) reject(explained(error, options));
        else resolve(varbinds);
      };
      try {
        start(settle);
      } catch (error) {
        settle(error instanceof Error ? error : new Error(String(error)));
      }
    });
  const answerOf = (varbind: Varbind): Answer => toAnswer(snmp, varbind);
  const next = async (oids: readonly string[]): Promise<Answer[]> =>
    (await ask<Varbind[]>((done) => session.getNext([...oids], done))).map(answerOf);

  return {
    next,
    async bulk(oids, repetitions) {
      if (options.version === '1') return (await next(oids)).map((answer) => [answer]);
      const lists = await ask<(Varbind | Varbind[])[]>((done) =>
        session.getBulk([...oids], 0, repetitions, done),
      );
      return lists.map((list) => [list].flat().map(answerOf));
    },
    close: () => session.close(),
  };
}

function userOf(snmp: Library, name: string, { auth, privacy }: ReturnType<typeof parseSecurity>) {
  const { SecurityLevel, AuthProtocols, PrivProtocols } = snmp;
  return {
    name,
    level: privacy === null ? SecurityLevel.authNoPriv : SecurityLevel.authPriv,
    authProtocol: AuthProtocols[auth.protocol],
    authKey: auth.key,
    ...(privacy !== null && { privProtocol: PrivProtocols[privacy.protocol], privKey: privacy.key }),
  };
}

/**
 * A socket that accepts only short datagrams of the requested host and drops those on which the library fails: it reads beyond
 * checked bounds.
 */
function guardedSocket(type: 'udp4' | 'udp6', { host, port }: SnmpOptions): Socket {
  const socket = createSocket(type);
  const isAsked = (from: RemoteInfo): boolean =>
    from.port === port && (isIP(host) === 0 || sameAddress(from.address, host));
  const on = socket.on.bind(socket);
  const guarded = (event: string, listener: (...values: unknown[]) => void): Socket => {
    if (event !== 'message') return on(event, listener);
    const take = listener as (bytes: Buffer, from: RemoteInfo) => void;
    return on('message', (bytes, from) => {
      if (bytes.length > LONGEST_DATAGRAM || !isAsked(from)) return;
      try {
        take(bytes, from);
      } catch {
        // Lost, as datagrams are: the request is repeated, or times out.
      }
    });
  };
  return Object.assign(socket, { on: guarded });
}

function sameAddress(one: string, other: string): boolean {
  const address = parseIpAddress(one);
  return address !== null && address.toString() === parseIpAddress(other)?.toString();
}

function toAnswer(snmp: Library, { oid, type, value }: Varbind): Answer {
  const { EndOfMibView, NoSuchObject, NoSuchInstance } = snmp.ObjectType;
  const isEnd = type === EndOfMibView;
  const isMissing = isEnd || type === NoSuchObject || type === NoSuchInstance;
  return { oid: String(oid), value: isMissing ? null : valueOf(snmp, type, value), isEnd };
}

/** Numbers as numbers, octets as UTF-8 text, OIDs as text. Opaque and addresses are not requested. */
function valueOf(snmp: Library, type: Varbind['type'], value: unknown): SnmpValue | null {
  const { Counter64, OctetString, OID } = snmp.ObjectType;
  if (type === Counter64) return Buffer.isBuffer(value) ? unsignedOf(value) : null;
  if (type === OctetString) return Buffer.isBuffer(value) ? value.toString('utf8') : null;
  if (type === OID) return typeof value === 'string' ? value : null;
  return typeof value === 'number' ? value : null;
}

/** Up to eight bytes, a leading zero aside; exact up to 2^53. */
const unsignedOf = (bytes: Buffer): number | null =>
  bytes.length > 9 ? null : bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** A sentence, without the community and keys that the library may name. */
function explained(error: Error | null, { host, port, version }: SnmpOptions): SnmpError {
  const where = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
  if (error === null) return new SnmpError(`${where} gave no answer by SNMP.`);
  if (error.name === 'RequestTimedOutError' || /closed/.test(error.message))
    return new SnmpError(
      `${where} did not answer by SNMP version ${version}: is an agent there, and is ` +
        `${version === '3' ? '--snmp-user' : '--snmp-community'} right?`,
    );
  if (version === '3' && /security|usm|auth|digest|user|decrypt/i.test(`${error.name} ${error.message}`))
    return new SnmpError(`${where} refuses the SNMP user or key: compare --snmp-user and --snmp-auth.`);
  const { code } = error as NodeJS.ErrnoException;
  return new SnmpError(
    `${where} could not be asked by SNMP (${typeof code === 'string' ? code : error.name}).`,
  );
}

const isIPv6 = (host: string): boolean => parseIpAddress(host)?.kind() === 'ipv6';
