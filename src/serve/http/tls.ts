/** The certificate of the server: read, checked, and read again when it has been renewed. */
import type { Server, ServerOptions } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { reasonOf } from '../../core/files/reason-of.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { watchFiles } from '../../net/credentials/watch-files.ts';

export interface TlsFiles {
  certificate: string;
  key: string;
  /** Of an encrypted key. */
  password: string | undefined;
}

/** The files cannot be used; the message is a sentence that says why and what to do. */
export class TlsError extends Error {
  override readonly name = 'TlsError';
}

type Material = Pick<SecureContextOptions, 'cert' | 'key' | 'passphrase' | 'minVersion'>;

export interface Tls {
  /** For `https.createServer`. */
  readonly options: ServerOptions;
  /** Uses renewed files from the next connection on. The result ends it. */
  followRenewals(setup: RenewalSetup): () => void;
}

export interface RenewalSetup {
  server: Pick<Server, 'setSecureContext'>;
  everyMs?: number;
  onRenewed(): void;
  /** Told why new files cannot be used; the old ones stay in use. */
  onProblem(message: string): void;
}

const LOOK_MS = 60_000;

/** Throws {@link TlsError}. */
export function createTls(files: TlsFiles): Tls {
  const material = load(files);
  let current = createSecureContext(material);
  return {
    // A name like localhost has several servers, one for each address: they ask here for every named connection.
    options: { ...material, SNICallback: (_name, done) => done(null, current) },
    followRenewals({ server, everyMs = LOOK_MS, onRenewed, onProblem }) {
      return watchFiles([files.certificate, files.key], everyMs, () => {
        try {
          const renewed = load(files);
          current = createSecureContext(renewed);
          server.setSecureContext(renewed);
          onRenewed();
        } catch (error) {
          onProblem(error instanceof Error ? error.message : String(error));
        }
      });
    },
  };
}

/** Contents of the files, which belong together. */
function load(files: TlsFiles): Material {
  const material: Material = {
    cert: read(files.certificate, 'ssl_certfile'),
    key: read(files.key, 'ssl_keyfile'),
    minVersion: 'TLSv1.2',
    ...(files.password !== undefined && { passphrase: files.password }),
  };
  check(material, files);
  return material;
}

function read(path: string, key: string): Buffer {
  try {
    return readSmallFile(path);
  } catch (error) {
    throw new TlsError(`[outputs] ${key}: ${path} cannot be read: ${reasonOf(error)}.`);
  }
}

/** One at a time, so that the message names the file that is wrong. */
function check({ cert, key, passphrase }: Material, files: TlsFiles): void {
  attempt(
    { cert },
    () => `[outputs] ssl_certfile: ${files.certificate} does not hold a certificate in PEM form.`,
  );
  attempt({ key, passphrase }, () => keyProblem(String(key), files));
  attempt(
    { cert, key, passphrase },
    () => `[outputs] ssl_keyfile: ${files.key} is not the key of the certificate in ${files.certificate}.`,
  );
}

function attempt(options: SecureContextOptions, message: () => string): void {
  try {
    createSecureContext(options);
  } catch (error) {
    throw new TlsError(message(), { cause: error });
  }
}

function keyProblem(text: string, { key, password }: TlsFiles): string {
  if (!text.includes('ENCRYPTED'))
    return `[outputs] ssl_keyfile: ${key} does not hold a private key in PEM form.`;
  return password === undefined
    ? `[outputs] ssl_keyfile: ${key} is encrypted: give its password as ssl_keyfile_password.`
    : `[outputs] ssl_keyfile_password is not the password of ${key}.`;
}
