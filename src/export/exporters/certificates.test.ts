import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commonOf } from '../../../test/support/exporter-defaults.ts';
import { exporterNamed } from '../../../test/support/exporter-opening.ts';
import { certificatesOf, unusedCertificates } from './certificates.ts';
import type { CommonOptions } from './options.ts';

/** Made by `openssl req -x509 -newkey ed25519 -nodes -subj /CN=a`, with the key behind it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBLjCB4aADAgECAhRQxFbueD48c2mZEiJ+y51ZRY+oNTAFBgMrZXAwDDEKMAgG
A1UEAwwBYTAgFw0yNjExMjMwMTMzNDBaGA8yMTI2MTAzMDAxMzM0MFowDDEKMAgG
A1UEAwwBYTAqMAUGAytlcAMhANUX67xPNWWE628LqfQPQ0j54llYCZviRWb0SP+E
8VMho1MwUTAdBgNVHQ4EFgQURD75HAmJR9GRr9vKIBuWXkkA8kwwHwYDVR0jBBgw
FoAURD75HAmJR9GRr9vKIBuWXkkA8kwwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
QQDFKsahSJZo2PHivLq5ORUz1bbsX7lw9bYAJ5PPKMUZDRSAgUWt4F3kTmFD2K6l
t42MuIwL8pA3YFiHGsWj2T8F
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAxaZgX7NRlyonRH2aDlnUcnvuiDGRp6f44PPVj5Cg8W
-----END PRIVATE KEY-----`;
const OTHER = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

const FILES: Readonly<Record<string, string>> = {
  '/ca': `${CERTIFICATE}\n`,
  '/cert': CERTIFICATE,
  '/key': KEY,
  '/other': OTHER,
  '/encrypted': KEY.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'),
  '/text': 'hello',
};

const found = (keys: Partial<CommonOptions>) =>
  certificatesOf(
    { ...commonOf(exporterNamed('restful')), ...keys },
    { environment: {}, readFile: (path) => FILES[path] ?? '' },
  );

it('authorities and a certificate of its own are read, each where it is named', () => {
  expect(found({})).toBeNull();
  expect(found({ ca_file: '/ca' })).toEqual({ ca: CERTIFICATE });
  const own = { cert_file: '/cert', key_file: '/key' };
  expect(found(own)).toEqual({ cert: CERTIFICATE, key: KEY });
  expect(found({ ...own, ca_file: '/ca' })).toEqual({ ca: CERTIFICATE, cert: CERTIFICATE, key: KEY });
});

it('certificates without TLS are told', () => {
  const told = (target: string, certificates = {}) => unusedCertificates(certificates, target);
  expect(told('mqtt://broker:1883')).toContain('without TLS to mqtt://broker:1883');
  expect(told('mqtts://broker:8883')).toBeNull();
  expect(unusedCertificates(null, 'http://db')).toBeNull();
});

describe('mistakes are seen at start', () => {
  it.each<[sentence: string, Partial<CommonOptions>]>([
    ['has no certificate (PEM) in ca_file = /text', { ca_file: '/text' }],
    ['has an empty file as ca_file: /none', { ca_file: '/none' }],
    ['has cert_file without key_file: set both', { cert_file: '/cert' }],
    ['has key_file without cert_file: set both', { key_file: '/key' }],
    ['has no certificate (PEM) in cert_file = /key', { cert_file: '/key', key_file: '/key' }],
    ['has no private key (PEM) in key_file = /cert', { cert_file: '/cert', key_file: '/cert' }],
    ['key_file = /other is not the key of cert_file = /cert', { cert_file: '/cert', key_file: '/other' }],
    [
      'has an encrypted key in key_file = /encrypted: decrypt it with openssl pkey',
      { cert_file: '/cert', key_file: '/encrypted' },
    ],
  ])('%s', (sentence, keys) => {
    expect(() => found(keys)).toThrow(sentence);
  });
});
