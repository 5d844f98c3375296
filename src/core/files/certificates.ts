/** Checks of certificates and keys in PEM form, before a server or client uses them. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { orNull } from '../or-null.ts';

/** Why a certificate and its private key cannot be used together. */
type PairProblem = 'certificate' | 'key' | 'encrypted' | 'password' | 'mismatch';

/**
 * Returns the first problem of a certificate and key: no certificate, no private key, an encrypted key without or with a wrong
 * password, a key of another certificate. Null if valid.
 */
export function pairProblem(cert: string, key: string, password?: string): PairProblem | null {
  const certificate = orNull(() => new X509Certificate(cert));
  if (certificate === null) return 'certificate';
  const isEncrypted = key.includes('ENCRYPTED');
  if (isEncrypted && password === undefined) return 'encrypted';
  const privateKey = orNull(() => createPrivateKey({ key, passphrase: password }));
  if (privateKey === null) return isEncrypted ? 'password' : 'key';
  return certificate.checkPrivateKey(privateKey) ? null : 'mismatch';
}

/** Node.js takes a text without certificates for a list of no authorities, which trusts nobody and says so much later. */
export const hasCertificate = (ca: string): boolean => ca.includes('-----BEGIN CERTIFICATE-----');
