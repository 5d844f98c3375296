/**
 * A push service and its browsers. The service demands what real ones do: RFC 8030 (TTL, urgency, 410), RFC 8291 (one record of
 * 4,096 bytes) and RFC 8292 (signed tokens). It is written from these documents and shares no code with the agent.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type JsonWebKey,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Certificate, selfSigned } from './certificates.ts';

export interface PushBrowser {
  /** Private scalar. */
  readonly key: Buffer;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export function createPushBrowser(): PushBrowser {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return {
    key: ecdh.getPrivateKey(),
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const END = Buffer.of(1);

/** The text of a message, as a browser decrypts it. Throws if it would discard the message. */
export function decrypted(body: Buffer, { key, keys }: PushBrowser): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (record.length > size) throw new Error('more than one record');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key);
  const about = [Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender, END];
  const seed = hmac(hmac(Buffer.from(keys.auth, 'base64url'), ecdh.computeSecret(sender)), ...about);
  const random = hmac(salt, seed);
  const contentKey = hmac(random, Buffer.from('Content-Encoding: aes128gcm\0'), END).subarray(0, 16);
  const nonce = hmac(random, Buffer.from('Content-Encoding: nonce\0'), END).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = text.findLastIndex((byte) => byte !== 0);
  if (text[end] !== 2) throw new Error('the record is not the last one');
  return text.subarray(0, end).toString('utf8');
}

export interface KnownSender {
  /** Public key of the subscription, in base64url. */
  readonly key: string;
  /** Of the push service. */
  readonly origin: string;
  readonly now: number;
}

/** Why a push service would refuse the header; null: accepted. */
export function vapidProblem(header: string, { key, origin, now }: KnownSender): string | null {
  const [, head = '', claims = '', signature = '', sender = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const json = (text: string) =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  if (sender === '') return 'no vapid header';
  if (sender !== key) return 'another key than that of the subscription';
  const point = Buffer.from(sender, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  if (json(head)['alg'] !== 'ES256') return 'another algorithm than ES256';
  if (
    !verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
    return 'the signature is wrong';
  const { aud, exp, sub } = json(claims);
  if (aud !== origin) return 'the token is for another service';
  if (typeof exp !== 'number' || exp * 1000 <= now || exp * 1000 > now + 86_400_000)
    return 'exp is not within a day';
  return /^(mailto:.+@.+\..+|https:\/\/.+)/.test(String(sub)) ? null : 'sub is no address';
}

/** An accepted message. */
export interface PushedMessage {
  /** Of the path of the endpoint. */
  readonly name: string;
  readonly text: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly authorization: string;
}

export interface PushService {
  /** `https://localhost:<port>` */
  readonly origin: string;
  /** The certificate (PEM) that it signs itself. */
  readonly cert: string;
  readonly taken: PushedMessage[];
  /** Why requests were refused. */
  readonly refused: string[];
  /** A subscription as `PushSubscription.toJSON()` has it. @param key public key of the sender */
  subscribe(name: string, key: string): { endpoint: string; keys: PushBrowser['keys'] };
  /** The browser has unsubscribed: 410 from now on. */
  unsubscribe(name: string): void;
  /** Replies to the next request with a status. */
  answerNext(status: number, headers?: Record<string, string>): void;
}

/** One for all services of a worker: making it takes longer than most tests. */
let certificate: Certificate | undefined;

/** @param now milliseconds since the epoch, on the clock of the sender */
export async function pushService(now: () => number = Date.now): Promise<PushService> {
  const { key, cert } = (certificate ??= selfSigned());
  const browsers = new Map<string, PushBrowser & { sender: string }>();
  const taken: PushedMessage[] = [];
  const refused: string[] = [];
  let next: { status: number; headers: Record<string, string> } | null = null;
  const server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const name = (request.url ?? '').slice('/push/'.length);
      const { status, headers } = next ?? {
        status: judge(name, request.headers, Buffer.concat(parts)),
        headers: {},
      };
      next = null;
      response
        .writeHead(status, headers)
        .end(status < 300 ? '' : JSON.stringify({ message: refused.at(-1) ?? '' }));
    });
  });
  const judge = (name: string, headers: NodeJS.Dict<string | string[]>, body: Buffer): number => {
    const refuse = (status: number, reason: string): number => {
      refused.push(reason);
      return status;
    };
    const browser = browsers.get(name);
    if (browser === undefined) return refuse(410, 'push subscription has unsubscribed or expired');
    const authorization = String(headers['authorization'] ?? '');
    const problem = vapidProblem(authorization, { key: browser.sender, origin: origin(), now: now() });
    if (problem !== null) return refuse(403, problem);
    const { ttl = '', urgency = '' } = headers as Record<string, string>;
    if (!/^\d+$/.test(ttl)) return refuse(400, 'TTL is missing');
    if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) return refuse(400, 'urgency is invalid');
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(415, 'another content encoding');
    if (body.length > 4096) return refuse(413, 'payload too large');
    taken.push({ name, text: decrypted(body, browser), ttl: Number(ttl), urgency, authorization });
    return 201;
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = (): string => `https://localhost:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: origin(),
    cert,
    taken,
    refused,
    subscribe(name, sender) {
      const browser = createPushBrowser();
      browsers.set(name, { ...browser, sender });
      return { endpoint: `${origin()}/push/${name}`, keys: browser.keys };
    },
    unsubscribe: (name) => void browsers.delete(name),
    answerNext: (status, headers = {}) => void (next = { status, headers }),
  };
}
