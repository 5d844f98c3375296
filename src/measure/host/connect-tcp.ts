import { connect, type LookupFunction } from 'node:net';
import type { TcpAnswer, TcpLimits } from '../../core/host.ts';
import { errorCode } from '../../core/files/error-code.ts';

/** Connects and reads as {@link Host.connectTcp} promises. */
export function connectTcp(
  host: string,
  port: number,
  limits: TcpLimits,
  lookup?: LookupFunction,
): Promise<TcpAnswer> {
  const name = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    let seconds = 0;
    const socket = connect({ host, port, ...(lookup && { lookup }) });

    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const fail = (message: string, code: string | undefined): void =>
      finish(() => reject(Object.assign(new Error(message), { code })));
    const succeed = (): void => finish(() => resolve({ seconds, bytes: Buffer.concat(chunks) }));
    const timer = setTimeout(() => {
      if (limits.isEnough !== undefined && seconds > 0) succeed();
      else fail(`${name} did not answer within ${limits.timeoutMs} ms`, 'ETIMEDOUT');
    }, limits.timeoutMs);
    timer.unref();

    socket.on('connect', () => {
      seconds = (performance.now() - start) / 1000;
      if (limits.maxBytes === 0) succeed();
    });
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (limits.isEnough !== undefined) {
        if (size >= limits.maxBytes || limits.isEnough(Buffer.concat(chunks))) succeed();
      } else if (size > limits.maxBytes) fail(`${name} sent more than ${limits.maxBytes} bytes`, 'EFBIG');
    });
    socket.on('end', succeed);
    socket.on('error', (error) => fail(describe(name, error), errorCode(error)));
  });
}

/** Describes a failed connection without the system's error code. */
function describe(name: string, error: Error): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `connection refused by ${name}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name of ${name} is not known`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no route to ${name}`;
    default:
      return `the connection to ${name} failed: ${error.message}`;
  }
}
