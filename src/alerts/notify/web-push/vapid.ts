/** Identifies the agent to push services: RFC 8292, with JSON Web Tokens signed with ES256 (RFC 7515). */
import { createECDH, createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { bytesIn, CURVE } from './encrypt.ts';

const SCALAR_BYTES = 32;
/** A token is valid for at most a day: RFC 8292, 2. */
const VALID_SECONDS = 12 * 3600;

/** A new private key, in base64url. */
export function createKey(): string {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  // Leading zeros of a key's scalar are omitted.
  const scalar = ecdh.getPrivateKey();
  return Buffer.concat([Buffer.alloc(SCALAR_BYTES - scalar.length), scalar]).toString('base64url');
}

/** Returns the public point of a private key, in the browsers' format. Throws for an invalid key. */
export const publicKeyOf = (key: string): string => pointOf(key).toString('base64url');

function pointOf(key: string): Buffer {
  const scalar = bytesIn(key, SCALAR_BYTES);
  if (scalar === null) throw new TypeError('expected a private key');
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(scalar);
  return ecdh.getPublicKey();
}

/**
 * Returns the value of `Authorization` (RFC 8292).
 * @param contact `mailto:` or `https:` address of the operator
 * @param now Unix milliseconds
 */
export function vapidHeader(
  endpoint: URL,
  key: string,
  { contact, now }: { contact: string; now: number },
): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + VALID_SECONDS, sub: contact };
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: keyObject(key), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function keyObject(key: string): KeyObject {
  const point = pointOf(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: key, x, y } as JsonWebKey, format: 'jwk' });
}
