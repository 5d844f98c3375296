/** Certificates of a section as Node TLS options: trusted authorities, and its own certificate. */
import { hasCertificate, pairProblem } from '../../core/files/certificates.ts';
import { fileText, SecretProblem, type SecretSources } from '../../net/deliver/secret-value.ts';
import type { CommonOptions } from './options.ts';

/** PEM. */
export interface Certificates {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Schemes that use TLS; database drivers use it if there are certificates. */
const OVER_TLS = /^(?:amqps|cassandra|https|kafka|mongodb|mqtts|nats|postgresql|rediss|tls):/;

/** Why the certificates of a section have no effect; null: they do, or there are none. */
export const unusedCertificates = (certificates: Certificates | null, target: string): string | null =>
  certificates === null || OVER_TLS.test(target)
    ? null
    : `has certificates, but sends without TLS to ${target}: set the key that asks for it (tls, protocol, scheme or https:// in the address), if this exporter has one`;

type Read = (key: 'ca_file' | 'cert_file' | 'key_file', path: string) => string;

/** Null if no key names any. Throws {@link SecretProblem}. */
export function certificatesOf(common: CommonOptions, { readFile }: SecretSources): Certificates | null {
  const read: Read = (key, path) => fileText(key, path, readFile);
  const { ca_file: caFile } = common;
  const own = ownCertificate(common, read);
  if (caFile === undefined) return own;
  const ca = read('ca_file', caFile);
  if (!hasCertificate(ca)) throw new SecretProblem(`has no certificate (PEM) in ca_file = ${caFile}`);
  return { ca, ...own };
}

function ownCertificate({ cert_file: certFile, key_file: keyFile }: CommonOptions, read: Read) {
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined) throw new SecretProblem('has key_file without cert_file: set both');
  if (keyFile === undefined) throw new SecretProblem('has cert_file without key_file: set both');
  const [cert, key] = [read('cert_file', certFile), read('key_file', keyFile)];
  const problem = pairProblem(cert, key);
  if (problem !== null)
    throw new SecretProblem(
      {
        certificate: `has no certificate (PEM) in cert_file = ${certFile}`,
        key: `has no private key (PEM) in key_file = ${keyFile}`,
        encrypted: `has an encrypted key in key_file = ${keyFile}: decrypt it with openssl pkey`,
        password: `has an encrypted key in key_file = ${keyFile}: decrypt it with openssl pkey`,
        mismatch: `has a key that does not fit: key_file = ${keyFile} is not the key of cert_file = ${certFile}`,
      }[problem],
    );
  return { cert, key };
}
