/** Encrypts messages for one browser: RFC 8291 (keys) and RFC 8188 (content coding `aes128gcm`). */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The curve of RFC 8291 and RFC 8292. */
export const CURVE = 'prime256v1';
/** Bytes of an uncompressed point, and of the secret shared with a browser. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Bytes of a message that every push service accepts. RFC 8291, 4. */
const MOST_BYTES = 4096;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Bytes of text that fit: a record ends with a delimiter byte. */
export const MOST_TEXT_BYTES = MOST_BYTES - HEADER_BYTES - TAG_BYTES - 1;
const LAST_RECORD = Buffer.of(2);

/** Keys of a browser, in base64url. */
export interface BrowserKeys {
  /** Public point. */
  readonly p256dh: string;
  readonly auth: string;
}

/** Values that differ per message. */
interface OneTime {
  readonly salt: Uint8Array;
  /** Private scalar. */
  readonly key: Uint8Array;
}

/** Encrypts the body of a request with `Content-Encoding: aes128gcm` (RFC 8291). Throws for invalid keys. */
export function encrypted(text: string, { p256dh, auth }: BrowserKeys, once?: OneTime): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const salt = once?.salt ?? randomBytes(SALT_BYTES);
  const own = createECDH(CURVE);
  if (once === undefined) own.generateKeys();
  else own.setPrivateKey(once.key);
  const point = own.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, point]);
  const seed = derived(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), about, 32);
  const key = derived(seed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(seed, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(MOST_BYTES);
  size.writeUInt8(point.length, 4);
  return Buffer.concat([
    salt,
    size,
    point,
    cipher.update(text, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

const derived = (secret: Uint8Array, salt: Uint8Array, about: Uint8Array, length: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, about, length));

/** True if the texts are valid keys of a browser: a point of the curve, and a secret. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const [point, secret] = [bytesIn(p256dh, POINT_BYTES), bytesIn(auth, AUTH_BYTES)];
  if (point === null || secret === null) return false;
  try {
    const probe = createECDH(CURVE);
    probe.generateKeys();
    probe.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Bytes of base64url text, padded or not; null for other texts and lengths. */
export function bytesIn(text: string, length: number): Buffer | null {
  if (text.length > length * 2 || !/^[\w-]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length ? bytes : null;
}
