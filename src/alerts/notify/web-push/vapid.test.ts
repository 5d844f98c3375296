import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { vapidProblem } from '../../../../test/support/push-service.ts';
import { createKey, publicKeyOf, vapidHeader } from './vapid.ts';

const NOW = 1_795_824_000_000;
const ENDPOINT = new URL('https://push.example.net:8443/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV?x=1');

it('a token says for whom, how long and by whom, and is signed', () => {
  const key = createKey();
  const header = vapidHeader(ENDPOINT, key, { contact: 'mailto:ops@example.org', now: NOW });
  const [, claims = ''] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]{86}, k=[\w-]{87}$/.exec(header) ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.net:8443',
    exp: NOW / 1000 + 43_200,
    sub: 'mailto:ops@example.org',
  });
  const known = { key: publicKeyOf(key), origin: ENDPOINT.origin, now: NOW };
  expect(vapidProblem(header, known)).toBeNull();
  expect(vapidProblem(header, { ...known, key: publicKeyOf(createKey()) })).toMatch(/another key/);
});

it('a key whose scalar begins with zeros is one', () => {
  const scalar = Buffer.alloc(32, 0);
  scalar[31] = 1;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  const key = scalar.toString('base64url');
  expect(publicKeyOf(key)).toBe(ecdh.getPublicKey('base64url'));
  expect(vapidHeader(ENDPOINT, key, { contact: 'https://a.test', now: NOW })).toMatch(/^vapid t=/);
});

it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44)])('%j is no key', (text) => {
  expect(() => publicKeyOf(text)).toThrow();
});
