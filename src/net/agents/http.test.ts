import { Agent, type RequestListener } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { onTestFinished, describe, expect, it } from 'vitest';
import { nobody, serveBytes, serveWeb } from '../../../test/support/web-server.ts';
import { request } from './http.ts';
import { RequestError } from './request-error.ts';

const serve = async (listener: RequestListener) => `http://${await serveWeb(listener)}`;
const raw = async (onConnect: (socket: Socket) => void) => `http://${await serveBytes(onConnect)}`;

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };

async function problemOf(asked: Promise<unknown>): Promise<[string, string]> {
  const error: unknown = await asked.then(
    () => 'answered',
    (problem: unknown) => problem,
  );
  if (!(error instanceof RequestError)) throw new Error(`not refused: ${String(error)}`);
  return [error.problem, error.message];
}

describe('request', () => {
  it('gives status, headers and bytes', async () => {
    const url = await serve((asked, answer) => {
      answer.writeHead(404, { 'x-saw': `${asked.method} ${asked.url} ${asked.headers['x-a']}` });
      asked.on('data', (part: Buffer) => answer.write(part)).on('end', () => answer.end('!'));
    });
    const reply = await request({
      url: `${url}/a?b=c`,
      method: 'POST',
      headers: { 'x-a': '1' },
      body: 'ö',
      ...LIMITS,
    });
    expect([reply.status, reply.headers['x-saw'], reply.body.toString()]).toEqual([
      404,
      'POST /a?b=c 1',
      'ö!',
    ]);
  });

  it('follows no redirect and sends no credentials of the address', async () => {
    const paths: string[] = [];
    const url = await serve((asked, answer) => {
      paths.push(`${asked.url} ${asked.headers.authorization}`);
      answer.writeHead(302, { location: '/other' }).end();
    });
    const reply = await request({ url: url.replace('//', '//user:secret@'), ...LIMITS });
    expect([reply.status, paths]).toEqual([302, ['/ undefined']]);
  });

  it('asks once more where a kept connection was closed meanwhile', async () => {
    let count = 0;
    const url = await serve((asked, answer) => {
      count += 1;
      if (count === 2) asked.socket.destroy();
      else answer.end(String(count));
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = async () => (await request({ url, agent, ...LIMITS })).body.toString();
    expect(await ask()).toBe('1');
    expect(await ask()).toBe('3');
  });

  it('asks once more at the addresses that the agent knows', async () => {
    let count = 0;
    const url = await serve((asked, answer) => {
      count += 1;
      if (count === 2) asked.socket.destroy();
      else answer.end(String(count));
    });
    const lookup: LookupFunction = (_name, { all }, callback) =>
      all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    const agent = new Agent({ keepAlive: true, lookup });
    onTestFinished(() => agent.destroy());
    const named = url.replace('127.0.0.1', 'db1.invalid');
    const ask = async () => (await request({ url: named, agent, ...LIMITS })).body.toString();
    expect([await ask(), await ask()]).toEqual(['1', '3']);
  });

  it('says that nothing listens', async () => {
    const url = `http://${await nobody()}`;
    expect(await problemOf(request({ url, ...LIMITS }))).toEqual([
      'refused',
      `nothing listens on ${url.slice(7)}`,
    ]);
  });

  it('ends an answer that trickles', async () => {
    const url = await serve((_asked, answer) => {
      answer.write('a');
      const timer = setInterval(() => answer.write('a'), 20);
      answer.on('close', () => clearInterval(timer));
    });
    const [problem, message] = await problemOf(request({ url, timeoutMs: 150, maxBytes: 1000 }));
    expect([problem, message]).toEqual(['late', `${url.slice(7)} did not answer within 0.15 seconds`]);
  });

  it('ends an answer that is too large', async () => {
    const url = await serve((_asked, answer) => {
      const pour = () => void answer.write(Buffer.alloc(65_536), pour);
      pour();
    });
    expect((await problemOf(request({ url, ...LIMITS })))[0]).toBe('too-large');
  });

  it.each<[string, string, string]>([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'not-http'],
    ['a body that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', 'closed'],
    ['nothing', '', 'closed'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}`, 'not-http'],
  ])('refuses %s', async (_name, text, problem) => {
    const url = await raw((socket) => socket.once('data', () => socket.end(text)));
    expect((await problemOf(request({ url, ...LIMITS })))[0]).toBe(problem);
  });

  it('says that a server without TLS has none', async () => {
    const url = await serve((_asked, answer) => answer.end());
    expect((await problemOf(request({ url: url.replace('http:', 'https:'), ...LIMITS })))[0]).toBe(
      'certificate',
    );
  });

  it('ends when it is told to', async () => {
    const url = await serve(() => {});
    const control = new AbortController();
    const asked = problemOf(request({ url, ...LIMITS, signal: control.signal }));
    control.abort();
    expect((await asked)[0]).toBe('closed');
    expect((await problemOf(request({ url, ...LIMITS, signal: control.signal })))[0]).toBe('closed');
  });
});
