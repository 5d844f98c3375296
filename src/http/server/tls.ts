/** The server's certificate: loaded, checked, and reloaded after renewal. */
import { messageOf } from '../../core/message-of.ts';
import type { Server, ServerOptions } from 'node:https';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { hasCertificate, pairProblem } from '../../core/files/certificates.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';

export interface TlsFiles {
  certificate: string;
  key: string;
  /** Passphrase of an encrypted key. */
  password: string | undefined;
  /** Authorities of client certificates; missing: clients are not asked for one. */
  clientAuthorities?: string | undefined;
  /** Their revocations. */
  revocations?: string | undefined;
}

/** Unusable files; the message is a sentence with reason and remedy. */
export class TlsError extends Error {
  override readonly name = 'TlsError';
}

type Material = Pick<SecureContextOptions, 'cert' | 'key' | 'passphrase' | 'minVersion' | 'ca' | 'crl'>;

export interface Tls {
  /** For `https.createServer`. */
  readonly options: ServerOptions;
  /** Applies renewed files to new connections. Call the result to stop. */
  followRenewals(setup: RenewalSetup): () => void;
}

interface RenewalSetup {
  server: Pick<Server, 'setSecureContext'>;
  everyMs?: number;
  onRenewed(): void;
  /** Receives the reason if new files are unusable; the old ones stay in use. */
  onProblem(message: string): void;
}

const LOOK_MS = 60_000;

/** Throws {@link TlsError}. */
export function createTls(files: TlsFiles): Tls {
  const material = load(files);
  let current = contextOf(material, files);
  return {
    // Names such as localhost have one server per address; each calls this for connections with a server name.
    options: {
      ...material,
      SNICallback: (_name, done) => done(null, current),
      // `client-certificates.ts` decides, so that the log has the reason.
      ...(files.clientAuthorities !== undefined && { requestCert: true, rejectUnauthorized: false }),
    },
    followRenewals({ server, everyMs = LOOK_MS, onRenewed, onProblem }) {
      return watchFiles(
        () =>
          [files.certificate, files.key, files.clientAuthorities, files.revocations].filter(
            (path) => path !== undefined,
          ),
        everyMs,
        () => {
          try {
            const renewed = load(files);
            current = contextOf(renewed, files);
            server.setSecureContext(renewed);
            onRenewed();
          } catch (error) {
            onProblem(messageOf(error));
          }
        },
      );
    },
  };
}

/** Contents of a matching certificate and key. */
function load({ certificate, key, password, clientAuthorities, revocations }: TlsFiles): Material {
  const [cert, privateKey] = [
    read(certificate, '[outputs] ssl_certfile'),
    read(key, '[outputs] ssl_keyfile'),
  ];
  const problem = pairProblem(cert, privateKey, password);
  if (problem !== null)
    throw new TlsError(
      {
        certificate: `[outputs] ssl_certfile: ${certificate} does not hold a certificate in PEM form.`,
        key: `[outputs] ssl_keyfile: ${key} does not hold a private key in PEM form.`,
        encrypted: `[outputs] ssl_keyfile: ${key} is encrypted: give its password as ssl_keyfile_password.`,
        password: `[outputs] ssl_keyfile_password is not the password of ${key}.`,
        mismatch: `[outputs] ssl_keyfile: ${key} is not the key of the certificate in ${certificate}.`,
      }[problem],
    );
  return {
    cert,
    key: privateKey,
    minVersion: 'TLSv1.2',
    ...(password !== undefined && { passphrase: password }),
    ...(clientAuthorities !== undefined && { ca: authorities(clientAuthorities) }),
    ...(revocations !== undefined && { crl: read(revocations, '[access] client_crl_file') }),
  };
}

function authorities(path: string): string {
  const ca = read(path, '[access] client_ca_file');
  if (hasCertificate(ca)) return ca;
  throw new TlsError(`[access] client_ca_file: ${path} does not hold a certificate in PEM form.`);
}

function read(path: string, key: string): string {
  try {
    return readSmallFile(path).toString('utf8');
  } catch (error) {
    throw new TlsError(`${key}: ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Throws {@link TlsError} for files that OpenSSL rejects, such as a short key. */
function contextOf(material: Material, { certificate }: TlsFiles): SecureContext {
  try {
    return createSecureContext(material);
  } catch (error) {
    throw new TlsError(`[outputs] ssl_certfile: ${certificate} cannot be used: ${(error as Error).message}.`);
  }
}
