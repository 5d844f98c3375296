/** Sends bytes over one persistent TCP connection. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { SendContext, Session } from '../exporter.ts';

interface TcpSetup {
  host: string;
  port: number;
  /** Uses TLS. */
  tls?: ConnectionOptions;
}

interface TcpSession extends Session {
  /** Writes to the connection, which opens on demand; {@link readAnswer} must follow. */
  write(bytes: Uint8Array, context: SendContext): Promise<Socket>;
}

export function tcpSession({ host, port, tls }: TcpSetup): TcpSession {
  let socket: Socket | null = null;

  const opened = async ({ signal }: SendContext): Promise<Socket> => {
    if (socket !== null && !socket.destroyed && socket.writable) return socket;
    const fresh =
      tls === undefined
        ? connect({ host, port, noDelay: true })
        : connectTls({ ...(isIP(host) === 0 && { servername: host }), ...tls, host, port });
    const event = tls === undefined ? 'connect' : 'secureConnect';
    await settled<void>(fresh, signal, (resolve) => fresh.once(event, () => resolve()));
    // If the target closes the connection between cycles, the next one reconnects.
    fresh.on('error', () => fresh.destroy());
    fresh.on('end', () => fresh.destroy());
    socket = fresh;
    return fresh;
  };

  const write: TcpSession['write'] = async (bytes, context) => {
    const open = await opened(context);
    // The reply may start before the write has ended.
    open.pause();
    await settled<void>(open, context.signal, (resolve, reject) =>
      open.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
    return open;
  };

  return {
    write,
    async send(bytes, context) {
      const open = await write(bytes, context);
      open.resume();
      return { kind: 'sent', answer: 'written' };
    },
    close() {
      socket?.end();
      socket?.unref();
      socket = null;
    },
  };
}

const MOST_ANSWER = 64 * 1024;

/** Reads from the socket until the reply is complete. @param parse null: incomplete */
export async function readAnswer<T>(
  socket: Socket,
  signal: AbortSignal,
  parse: (received: Buffer) => T | null,
): Promise<T> {
  let received = Buffer.alloc(0);
  let onData: (chunk: Buffer) => void = () => {};
  return settled<T>(socket, signal, (resolve, reject) => {
    onData = (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > MOST_ANSWER) return reject(new Error('the answer is too long'));
      try {
        const answer = parse(received);
        if (answer !== null) resolve(answer);
      } catch (error) {
        reject(error as Error);
      }
    };
    socket.on('data', onData).resume();
  }).finally(() => socket.off('data', onData));
}

/** Waits for an event of a socket, which is destroyed if it fails, ends or takes too long. */
function settled<T>(
  socket: Socket,
  signal: AbortSignal,
  wait: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (error: Error): void => {
      socket.destroy();
      end();
      reject(error);
    };
    const onAbort = (): void => stop(new Error('no answer in time'));
    const onClose = (): void => stop(new Error('the connection was closed'));
    const end = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('error', stop);
      socket.off('close', onClose);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('error', stop);
    socket.on('close', onClose);
    wait((value) => {
      end();
      resolve(value);
    }, stop);
  });
}
