/** TLS on a listening server, with certificates made by openssl. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createTls, type TlsFiles } from '../../src/http/server/tls.ts';
import { hasOpenssl, makeCertificate } from '../support/certificates.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { ask } from '../support/http-client.ts';
import { exchange } from '../support/raw-http.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

/** Files are checked every 20 ms; a busy machine takes longer. */

async function serve(files: TlsFiles) {
  const tls = createTls(files);
  const { api } = createFakeApi(undefined, { protection: { ...UNPROTECTED, tls: tls.options } });
  onTestFinished(async () => {
    api.server.closeAllConnections();
    await api.close();
  });
  const port = await listen({ api, host: '127.0.0.1', port: 0 });
  return { port, tls, server: api.server as unknown as Parameters<typeof tls.followRenewals>[0]['server'] };
}

/** Common name of the certificate that a server shows. */
const shownAt = (port: number, servername = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { port, host: '127.0.0.1', servername, rejectUnauthorized: false },
      () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });

describe.skipIf(!hasOpenssl())('TLS', () => {
  it('serves, with a plain key and with an encrypted one', async () => {
    const { certificate, key, encrypted, password } = makeCertificate(temporaryTree(), 'one');
    for (const files of [
      { certificate, key, password: undefined },
      { certificate, key: encrypted, password },
    ]) {
      const { port } = await serve(files);
      const asked = { port, isSecure: true, ca: readFileSync(certificate) };
      expect((await ask(asked)).status).toBe(200);
      const { headers } = await ask({ ...asked, path: '/api/4/cpu/', headers: { host: 'localhost' } });
      expect(headers.location).toBe('https://localhost/api/4/cpu');
    }
  });

  it('does not speak plain HTTP, nor old versions of TLS', async () => {
    const { certificate, key } = makeCertificate(temporaryTree(), 'one');
    const { port } = await serve({ certificate, key, password: undefined });
    const plain = await exchange(port, 'GET /api/4/cpu HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');
    expect(plain).not.toContain('total');
    const old = new Promise((resolve, reject) => {
      const socket = connect({
        port,
        host: '127.0.0.1',
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        rejectUnauthorized: false,
      });
      socket.on('secureConnect', () => resolve('connected'));
      socket.on('error', reject);
    });
    await expect(old).rejects.toThrow();
  });

  it('shows a renewed certificate without a restart, and keeps the old one while the files do not fit', async () => {
    const folder = temporaryTree();
    const [one, two] = [makeCertificate(folder, 'one'), makeCertificate(folder, 'two')];
    const files = { certificate: `${folder}/live.crt`, key: `${folder}/live.key`, password: undefined };
    copyFileSync(one.certificate, files.certificate);
    copyFileSync(one.key, files.key);
    const { port, tls, server } = await serve(files);
    const problems: string[] = [];
    let renewals = 0;
    const stop = tls.followRenewals({
      server,
      everyMs: 20,
      onRenewed: () => (renewals += 1),
      onProblem: (problem) => problems.push(problem),
    });
    onTestFinished(stop);
    expect(await shownAt(port)).toBe('one');

    copyFileSync(two.certificate, files.certificate);
    await vi.waitFor(() => expect(problems.at(-1)).toContain('is not the key of the certificate'));
    expect([await shownAt(port), await shownAt(port, 'localhost')]).toEqual(['one', 'one']);

    copyFileSync(two.key, files.key);
    await vi.waitFor(() => expect(renewals).toBeGreaterThan(0));
    expect([await shownAt(port), await shownAt(port, 'localhost')]).toEqual(['two', 'two']);
  });

  it('says in a sentence what is wrong with the files', () => {
    const folder = temporaryTree();
    const { certificate, key, encrypted } = makeCertificate(folder, 'one');
    const other = makeCertificate(folder, 'other');
    writeFileSync(`${folder}/text`, 'hello');
    const problem = (files: Partial<TlsFiles>) => () =>
      createTls({ certificate, key, password: undefined, ...files });
    expect(problem({ certificate: `${folder}/none` })).toThrow(
      `[outputs] ssl_certfile: ${folder}/none cannot be read: there is no such file.`,
    );
    expect(problem({ key: folder })).toThrow(
      `[outputs] ssl_keyfile: ${folder} cannot be read: it is a directory.`,
    );
    expect(problem({ certificate: `${folder}/text` })).toThrow(
      'text does not hold a certificate in PEM form.',
    );
    expect(problem({ key: `${folder}/text` })).toThrow('text does not hold a private key in PEM form.');
    expect(problem({ key: other.key })).toThrow(
      `${other.key} is not the key of the certificate in ${certificate}.`,
    );
    expect(problem({ key: encrypted })).toThrow(
      `${encrypted} is encrypted: give its password as ssl_keyfile_password.`,
    );
    expect(problem({ key: encrypted, password: 'x' })).toThrow(
      `[outputs] ssl_keyfile_password is not the password of ${encrypted}.`,
    );
  });
});

it.skipIf(hasOpenssl())(
  'skipped: TLS is not tested, because there is no openssl to make certificates with',
  () => {},
);
