import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasOpenssl, selfSigned } from '../../../../test/support/certificates.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { httpSink } from '../../../../test/support/http-sink.ts';
import { verdictOfError } from '../../../net/deliver/verdict.ts';
import { createHttpCaller, httpSession, urlOf } from './http.ts';

it.each([
  ['/', '/'],
  ['/in?token=secret&a=?', '/in?token=secret&a=?'],
  ['//evil.example/', '//evil.example/'],
])('a path %j is asked for as %j', (path, asked) => {
  const url = urlOf('https', 'db.example', 8443, path);
  expect(url.href).toBe(`https://db.example:8443${asked}`);
});

const signal = new AbortController().signal;

const sessionTo = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const session = httpSession({ url: new URL(url), headers, certificates: null });
  onTestFinished(async () => session.close?.());
  return session;
};

const send = (url: string, headers?: Readonly<Record<string, string>>) =>
  sessionTo(url, headers).send(Buffer.from('a'), { signal, now: 0 });

describe('requests', () => {
  it('share one connection', async () => {
    const ports = new Set<number | undefined>();
    const sink = await httpSink(() => (response) => {
      ports.add(response.socket?.remotePort);
      response.end('ok');
    });
    const session = sessionTo(sink.url);
    const once = () => session.send(Buffer.from('a'), { signal, now: 0 });
    await once();
    await once();
    expect(ports.size).toBe(1);
  });

  it('log in with the credentials of the address, unless a header does', async () => {
    const sink = await httpSink();
    const url = sink.url.replace('//', '//me:p%40ss@');
    await send(url);
    await send(url, { authorization: 'Bearer t' });
    expect(sink.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('me:p@ss')}`,
      'Bearer t',
    ]);
    expect(sink.requests[0]?.headers['user-agent']).toMatch(/^gander\/\d/);
  });

  it('follow no redirect', async () => {
    const other = await httpSink();
    const sink = await httpSink(() => ({ status: 308, headers: { location: other.url } }));
    expect(await send(sink.url)).toMatchObject({ kind: 'wait', answer: expect.stringContaining('redirect') });
    expect(other.requests).toEqual([]);
  });

  it('read the start of a body without end', async () => {
    const sink = await httpSink(() => (response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
        response.once('drain', write);
      };
      write();
    });
    const caller = createHttpCaller({ certificates: null });
    const { bytes } = await caller.call({ url: new URL(sink.url), method: 'GET', headers: {} }, { signal });
    caller.close();
    expect(bytes).toHaveLength(64 * 1024);
  });

  it.each([200, 500])('have a status even if the body of a failure is lost: %d', async (status) => {
    const sink = await httpSink(() => (response) => {
      response.writeHead(status, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    const outcome = send(sink.url).catch(verdictOfError);
    expect(await outcome).toMatchObject({
      kind: 'again',
      answer:
        status === 500
          ? 'status 500'
          : expect.stringContaining('the target closed the connection: check port and protocol'),
    });
  });

  it('end with their signal, while they connect too', async () => {
    const sink = await httpSink(() => () => {});
    const controller = new AbortController();
    const outcome = sessionTo(sink.url).send(Buffer.from('a'), { signal: controller.signal, now: 0 });
    await expect.poll(() => sink.requests.length).toBe(1);
    controller.abort();
    await expect(outcome).rejects.toThrow('was ended');
    const late = sessionTo(sink.url).send(Buffer.from('a'), { signal: controller.signal, now: 0 });
    await expect(late).rejects.toThrow('was ended');
    expect(sink.requests).toHaveLength(1);
  });

  it('name the cause where nothing listens', async () => {
    const port = await freePort();
    const verdict = await send(`http://127.0.0.1:${port}`).catch(verdictOfError);
    expect(verdict).toMatchObject({
      kind: 'again',
      answer: `connect ECONNREFUSED 127.0.0.1:${port}; nothing listens there: check host and port`,
    });
  });
});

describe.skipIf(!hasOpenssl())('over TLS', () => {
  it('trust the authorities of ca_file, or everyone with verify_ssl = False', async () => {
    const { key, cert } = selfSigned();
    const server = createSecureServer({ key, cert }, (_request, response) => void response.end()).listen(0);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`);
    const verdictWith = async (setup: { ca?: string; verify?: boolean }) => {
      const { ca, verify = true } = setup;
      const session = httpSession({
        url,
        headers: {},
        certificates: ca === undefined ? null : { ca },
        verify,
      });
      onTestFinished(async () => session.close?.());
      return session.send(Buffer.from('a'), { signal, now: 0 }).catch(verdictOfError);
    };
    expect(await verdictWith({})).toMatchObject({
      kind: 'wait',
      answer: expect.stringContaining('check the certificate, or set ca_file'),
    });
    expect(await verdictWith({ ca: cert })).toMatchObject({ kind: 'sent' });
    expect(await verdictWith({ verify: false })).toMatchObject({ kind: 'sent' });
  });
});
