/** A small HTTP/1.1 client that keeps connections busy and measures every answer. */
import { connect, type Socket } from 'node:net';

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

export interface LoadSetup {
  port: number;
  path: string;
  connections: number;
  seconds: number;
  /** Milliseconds between two requests of a connection; 0: without pause. */
  pauseMs?: number;
  headers?: Readonly<Record<string, string>>;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Bytes of one whole answer at the start of a buffer, or 0 while it is incomplete. Throws unless it is a 200. */
function answerLength(received: Buffer): number {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const head = received.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${head.slice(0, 40)}`);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error('answer without content-length');
  const total = headEnd + HEAD_END.length + length;
  return received.length >= total ? total : 0;
}

function runConnection(setup: LoadSetup, until: number, latencies: number[]): Promise<void> {
  const extra = Object.entries(setup.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${setup.path} HTTP/1.1\r\nHost: localhost\r\n${extra.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(setup.port, '127.0.0.1');
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(request);
    };
    const next = (): void => {
      if (performance.now() >= until) {
        socket.destroy();
        resolve();
      } else if (setup.pauseMs) setTimeout(send, setup.pauseMs);
      else send();
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        const length = answerLength(received);
        if (length === 0) return;
        received = received.subarray(length);
      } catch (error) {
        socket.destroy();
        reject(error as Error);
        return;
      }
      latencies.push(performance.now() - sentAt);
      next();
    });
  });
}

export async function load(setup: LoadSetup): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  const until = start + setup.seconds * 1000;
  await Promise.all(Array.from({ length: setup.connections }, () => runConnection(setup, until, latencies)));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requestsPerSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), max: at(1) };
}
