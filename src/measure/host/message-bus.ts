/** D-Bus connections over a Unix socket: `Host.systemBus`. */
import { connect } from 'node:net';
import type { BusConnection, BusValue, BusHandlers, Clock, MessageBus } from '../../core/host.ts';
import { ServiceError } from '../../core/service-error.ts';
import {
  type DbusMessage,
  dbusLength,
  dbusValues,
  encodeDbusCall,
  readDbusMessage,
} from '../linux/dbus-message.ts';
import { errorCode } from '../../core/files/error-code.ts';

/** Timeout of the reference library: systemd does not reply while it reloads its units. */
const CALL_MS = 25_000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_GREETING_BYTES = 4096;
const MOST_QUOTED = 200;
/** Shortest message. */
const HEADER_BYTES = 16;
/** Empty identity: the bus uses the kernel's peer credentials in its own user namespace. */
const GREETING = '\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n';
const HELLO = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
};

interface Pending {
  readonly since: number;
  resolve(values: readonly BusValue[]): void;
  reject(error: Error): void;
}

/** @param find maps the socket path to this process' file system */
export function createMessageBus(name: string, find: () => string, clock: Clock): MessageBus {
  return { connect: (handlers) => connectTo(name, find(), clock, handlers) };
}

function connectTo(name: string, path: string, clock: Clock, handlers: BusHandlers): BusConnection {
  /** Oldest first. */
  const pending = new Map<number, Pending>();
  let serial = 0;
  let isOver = false;
  let cancelTimer: (() => void) | null = null;
  const socket = connect(path);
  socket.unref();

  const end = (error: ServiceError): void => {
    if (isOver) return;
    finish(error);
    handlers.onEnd(error);
  };
  const finish = (error: ServiceError): void => {
    isOver = true;
    cancelTimer?.();
    socket.destroy();
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  /** One timer for all calls, rescheduled when it fires. */
  const watch = (): void => {
    const [oldest] = pending.values();
    if (cancelTimer !== null || oldest === undefined) return;
    const ring = (): void => {
      cancelTimer = null;
      const [first] = pending.values();
      if (first !== undefined && clock.monotonic() - first.since >= CALL_MS)
        return end(
          new ServiceError(`${name} did not answer within ${CALL_MS / 1000} s`, { code: 'ETIMEDOUT' }),
        );
      watch();
    };
    cancelTimer = clock.setTimer(ring, oldest.since + CALL_MS - clock.monotonic());
  };

  const take = (message: DbusMessage): void => {
    const { type, replySerial, path: from, interface: its, member } = message;
    if (type === 'signal' && from !== null && its !== null && member !== null)
      return handlers.onSignal({ path: from, interface: its, member, values: () => dbusValues(message) });
    const waiting = replySerial === null ? undefined : pending.get(replySerial);
    if (replySerial === null || waiting === undefined) return;
    pending.delete(replySerial);
    const values = dbusValues(message);
    if (type === 'reply') return waiting.resolve(values);
    const said = typeof values[0] === 'string' ? values[0].slice(0, MOST_QUOTED) : message.error;
    waiting.reject(new ServiceError(`${name} refused a call: ${said}`, { code: message.error ?? undefined }));
  };

  const split = createSplitter((bytes) => isOver || take(readDbusMessage(bytes)));
  const greeted = createGreeting(split);
  let receive = (data: Buffer): void => {
    if (greeted(data)) receive = split;
  };
  socket.on('data', (data: Buffer) => {
    try {
      receive(data);
    } catch (error) {
      end(new ServiceError(`${name} sent what is no message of D-Bus: ${(error as Error).message}`));
    }
  });
  socket.on('error', (error) =>
    end(new ServiceError(`${name}: ${wordsOf(error)}`, { code: errorCode(error) })),
  );
  socket.on('close', () => end(new ServiceError(`${name} ended the connection`)));

  const call: BusConnection['call'] = (one) =>
    new Promise((resolve, reject) => {
      if (isOver) return reject(new ServiceError(`the connection to ${name} has ended`));
      serial += 1;
      pending.set(serial, { since: clock.monotonic(), resolve, reject });
      watch();
      // Calls of one turn are written together.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(encodeDbusCall(one, serial));
    });

  socket.write(GREETING);
  // Its reply, the connection's name, is not needed; an error ends the connection anyway.
  call(HELLO).catch((error: ServiceError) => end(error));
  return {
    call,
    close: () => isOver || finish(new ServiceError(`the connection to ${name} has been closed`)),
  };
}

/** Returns a parser of the bus's handshake; true once accepted, with the remaining bytes passed on. */
function createGreeting(rest: (data: Buffer) => void): (data: Buffer) => boolean {
  let read = Buffer.alloc(0);
  return (data) => {
    read = Buffer.concat([read, data]);
    for (let end = read.indexOf('\r\n'); end !== -1; end = read.indexOf('\r\n')) {
      const line = read.toString('latin1', 0, end);
      read = read.subarray(end + 2);
      if (line.startsWith('OK')) {
        rest(read);
        return true;
      }
      if (!line.startsWith('DATA'))
        throw new Error(`it does not accept this user: ${line.slice(0, MOST_QUOTED)}`);
    }
    if (read.length > MOST_GREETING_BYTES) throw new Error('its greeting does not end');
    return false;
  };
}

/** Splits incoming bytes into messages. Throws `ParseError`. */
function createSplitter(take: (message: Buffer) => void): (data: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = HEADER_BYTES;
  return (data) => {
    parts.push(data);
    size += data.length;
    if (size < needed) return;
    let rest = Buffer.concat(parts);
    for (;;) {
      const length = dbusLength(rest);
      if (length !== null && length > MOST_BYTES) throw new Error(`it has ${length} bytes`);
      needed = length ?? HEADER_BYTES;
      if (rest.length < needed) break;
      take(rest.subarray(0, needed));
      rest = rest.subarray(needed);
    }
    parts = [rest];
    size = rest.length;
  };
}

function wordsOf(error: Error): string {
  switch (errorCode(error)) {
    case 'ENOENT':
      return 'there is no such socket';
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'EACCES':
      return 'no permission to connect';
    default:
      return error.message;
  }
}
