/** Certificates for tests, made by openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { temporaryTree } from './temporary-directory.ts';

export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface MadeCertificate {
  certificate: string;
  key: string;
  encrypted: string;
  password: string;
}

/** Names in a certificate of this machine (RFC 5280 section 4.2.1.6). */
const LOCAL = 'DNS:localhost,IP:127.0.0.1';

/** Writes `<folder>/<name>.crt` and `.key` for localhost or the given names, and `.enc.key`, the same key encrypted with `password`. */
export function makeCertificate(
  folder: string,
  name: string,
  { password = 'opensesame', names = LOCAL } = {},
): MadeCertificate {
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const [certificate, key, encrypted] = ['crt', 'key', 'enc.key'].map(
    (end) => `${folder}/${name}.${end}`,
  ) as [string, string, string];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  run('req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate);
  run('pkey', '-in', key, '-aes256', '-passout', `pass:${password}`, '-out', encrypted);
  return { certificate, key, encrypted, password };
}

export interface Certificate {
  key: string;
  cert: string;
  /** Paths of both. */
  certFile: string;
  keyFile: string;
}

/** A certificate for localhost and 127.0.0.1, or other names, that signs itself; removed when the test has finished. */
export function selfSigned(names = LOCAL): Certificate {
  const { certificate: certFile, key } = makeCertificate(temporaryTree(), 'localhost', { names });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile, keyFile: key };
}
