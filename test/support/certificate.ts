import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryTree } from './temporary-directory.ts';

export interface Certificate {
  key: string;
  cert: string;
  /** Path of the certificate. */
  certFile: string;
}

/** A certificate for localhost and 127.0.0.1 that signs itself, made by openssl; removed when the test has finished. */
export function selfSigned(): Certificate {
  const folder = temporaryTree();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'ignore' });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile };
}
