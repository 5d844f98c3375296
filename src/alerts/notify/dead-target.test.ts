import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { hook, kindsOf, open, tellAll } from '../../../test/support/notifier-rig.ts';

describe('a dead target', () => {
  /** Accepts connections and says nothing. */
  async function silentPort(): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    return (server.address() as { port: number }).port;
  }

  /** Sends its reply byte by byte and never ends. */
  async function tricklingUrl(): Promise<string> {
    const sink = await httpSink(() => (response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    return sink.url;
  }

  it('delays nobody else and no caller', async () => {
    const sink = await httpSink();
    const urls = [
      `http://127.0.0.1:${await freePort()}`,
      `http://127.0.0.1:${await silentPort()}`,
      await tricklingUrl(),
      sink.url,
    ];
    const { notifier, clock, lines } = open(urls.map((url, index) => hook(url, `t${index}`)));
    tellAll(notifier);
    await expect.poll(() => sink.requests.length).toBe(3);
    await expect.poll(() => lines.filter((line) => line.includes('"t0"')).length).toBe(1);
    await clock.advance(10_000);
    await expect.poll(() => lines.filter((line) => line.startsWith('WARNING')).length).toBe(3);
    const warnings = lines.filter((line) => line.startsWith('WARNING')).sort();
    expect(warnings[0]).toMatch(
      /"t0" \(webhook\) did not take a notification: connect ECONNREFUSED .*; next try in 5 s/,
    );
    expect(warnings[1]).toMatch(/"t1" \(webhook\) .*: no answer within 10 s; check host.*; next/);
    expect(warnings[2]).toMatch(/"t2" \(webhook\) .*: (no answer within 10 s.*|status 500.*); next/);
  });

  it('does not delay the end of the agent', async () => {
    const { notifier } = open([
      hook(`http://127.0.0.1:${await silentPort()}`),
      hook(await tricklingUrl(), 'b'),
    ]);
    tellAll(notifier);
    await new Promise(setImmediate);
    await notifier.stop();
  });

  it('that comes back gets everything in order', async () => {
    let isUp = false;
    const sink = await httpSink(() => (isUp ? { status: 200 } : (response) => void response.destroy()));
    const { notifier, clock, lines } = open([hook(sink.url)]);
    tellAll(notifier);
    await expect.poll(() => lines.length).toBe(1);
    isUp = true;
    sink.requests.length = 0;
    await clock.advance(5000);
    await expect.poll(() => lines.length).toBe(4);
    expect(kindsOf(sink.requests)).toEqual(['begin', 'change', 'end']);
  });
});
