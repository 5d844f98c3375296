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

export interface Authority {
  /** Path of its certificate. */
  readonly certificate: string;
  /** A certificate for clients. @param names of `subjectAltName` @param end as YYYYMMDDHHMMSSZ */
  issue(name: string, how?: { names?: string; end?: string }): { key: string; cert: string };
  revoke(name: string): void;
  /** Path of its list of revocations, written anew. */
  revocations(): string;
}

/** An authority for certificates of clients, in a folder of its own. */
export function makeAuthority(name: string): Authority {
  const folder = temporaryTree({
    'index.txt': '',
    serial: '01',
    'ca.cnf': `[ca]
default_ca=this
[this]
database=index.txt
new_certs_dir=.
serial=serial
certificate=ca.crt
private_key=ca.key
default_md=sha256
default_days=2
default_crl_days=2
policy=any
copy_extensions=copy
[any]
commonName=supplied
`,
  });
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  run('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', 'ca.key', '-out', 'ca.crt');
  return {
    certificate: `${folder}/ca.crt`,
    issue(client, { names = 'email:nobody@example.com', end } = {}) {
      const subject = ['-subj', `/CN=${client}`, '-addext', `subjectAltName=${names}`];
      run('req', '-new', ...newKey, ...subject, '-keyout', `${client}.key`, '-out', `${client}.csr`);
      const dates = end === undefined ? [] : ['-startdate', '20200101000000Z', '-enddate', end];
      run('ca', '-batch', '-config', 'ca.cnf', ...dates, '-in', `${client}.csr`, '-out', `${client}.crt`);
      return {
        key: readFileSync(`${folder}/${client}.key`, 'utf8'),
        cert: readFileSync(`${folder}/${client}.crt`, 'utf8'),
      };
    },
    revoke: (client) => void run('ca', '-config', 'ca.cnf', '-revoke', `${client}.crt`),
    revocations() {
      run('ca', '-config', 'ca.cnf', '-gencrl', '-out', 'ca.crl');
      return `${folder}/ca.crl`;
    },
  };
}
