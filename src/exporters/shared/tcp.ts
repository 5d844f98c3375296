/** Bytes over one TCP connection that is kept. */
import { connect, type Socket } from 'node:net';
import type { Verdict } from '../../deliver/verdict.ts';
import type { SendContext, Session } from '../exporter.ts';

export interface TcpSetup {
  host: string;
  port: number;
  /** Takes the answer to what was sent, where there is one. Rejects when the connection ends first. */
  answer?(socket: Socket, signal: AbortSignal): Promise<Verdict>;
}

export function tcpSession({ host, port, answer }: TcpSetup): Session {
  let socket: Socket | null = null;

  const opened = async ({ signal }: SendContext): Promise<Socket> => {
    if (socket !== null && !socket.destroyed && socket.writable) return socket;
    const fresh = connect({ host, port, noDelay: true });
    await settled<void>(fresh, signal, (resolve) => fresh.once('connect', () => resolve()));
    // A target that ends the connection between two cycles is met again at the next.
    fresh.on('error', () => fresh.destroy());
    fresh.on('end', () => fresh.destroy());
    // Unsolicited data is not read, and must not fill the memory.
    if (answer === undefined) fresh.resume();
    socket = fresh;
    return fresh;
  };

  return {
    async send(bytes, context) {
      const open = await opened(context);
      await settled<void>(open, context.signal, (resolve, reject) =>
        open.write(bytes, (error) => (error ? reject(error) : resolve())),
      );
      return answer === undefined ? { kind: 'sent', answer: 'written' } : answer(open, context.signal);
    },
    close() {
      socket?.end();
      socket?.unref();
      socket = null;
    },
  };
}

/** Waits for something on a socket; the socket is destroyed when it fails, ends or takes too long. */
export function settled<T>(
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
