/** Daemons with protocols of their own over TCP and UDP. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { contentOf, fieldsIn, membersOf } from '../../../src/export/exporters/shared/protobuf.ts';
import { freePort } from '../free-port.ts';
import { isUnwelcome, linesOf, type Peer, REASON, Store, type Stored, strictly } from './peer.ts';

type Traits = Pick<Peer, 'fails' | 'refuses' | 'hasIds' | 'resolution' | 'keepsNames'>;

/** @param read takes whole messages off the received bytes, and returns the rest */
const daemon =
  (read: (received: Buffer, store: Store, socket: Socket) => Buffer, traits: Traits) =>
  async (): Promise<Peer> => {
    const store = new Store();
    const problems: unknown[] = [];
    const port = await freePort();
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      let received: Buffer = Buffer.alloc(0);
      open.add(socket.on('error', () => {}));
      socket.on('close', () => open.delete(socket));
      socket.on('data', (bytes) => {
        try {
          received = read(Buffer.concat([received, bytes]), store, socket);
        } catch (error) {
          problems.push(error);
          socket.destroy();
        }
      });
    });
    const close = async (): Promise<void> => {
      if (server.listening) await once(server.close(), 'close');
    };
    const listen = async (): Promise<void> => {
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    };
    await listen();
    return {
      options: { host: '127.0.0.1', port },
      ...traits,
      async set(mood) {
        store.mood = mood;
        await (mood === 'down' ? close() : listen());
      },
      async stored() {
        for (const socket of open) await once(socket, 'close');
        if (problems.length > 0) throw problems[0];
        return store.values;
      },
      close,
    };
  };

const WRITTEN = {
  fails: 'connections',
  refuses: 'nothing is answered',
  // A point of the same series and time replaces the earlier one.
  hasIds: true,
  resolution: 1000,
  keepsNames: false,
} as const;

/** Lines of text, which nobody answers. @param groups of the name, value and time */
const lines = (pattern: RegExp, [name, value, time]: readonly [number, number, number]) =>
  daemon((received, store) => {
    const end = received.lastIndexOf('\n') + 1;
    for (const line of linesOf(received.subarray(0, end))) {
      const found = strictly(pattern, line);
      store.values.push({
        name: String(found[name]),
        value: Number(found[value]),
        time: Number(found[time]) * 1000,
        id: `${found[name]} ${found[time]}`,
      });
    }
    return received.subarray(end);
  }, WRITTEN);

/** An array of bulk strings at the start of the bytes, and what follows; null: incomplete. */
function commandIn(received: Buffer): [words: string[], rest: Buffer] | null {
  const text = received.toString('latin1');
  const [, count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (count === undefined) return null;
  let at = count.length + 3;
  const words: string[] = [];
  while (words.length < Number(count)) {
    const [, size] = /^\$(\d+)\r\n/.exec(text.slice(at, at + 16)) ?? [];
    if (size === undefined || received.length < at + size.length + 5 + Number(size)) return null;
    at += size.length + 3;
    words.push(received.toString('utf8', at, at + Number(size)));
    at += Number(size) + 2;
  }
  return [words, received.subarray(at)];
}

const TAKEN = '-ERR The ID specified in XADD is equal or smaller than the target stream top item\r\n';

function redisValues([command, key = '', ...rest]: readonly string[]): Stored[] {
  if (command !== 'XADD') return [];
  const [, , , id = '', ...pairs] = rest;
  return pairs.flatMap((name, index) =>
    index % 2 === 0 && /^[\d.]+$/.test(pairs[index + 1] ?? '')
      ? [
          {
            name: `${key}|${name}`,
            value: Number(pairs[index + 1]),
            time: Number.parseInt(id, 10),
            id: `${key} ${id}`,
          },
        ]
      : [],
  );
}

/** `Msg { events = 6 { time = 1, service = 3, metric_d = 14, at the end } }` */
function riemannValues(message: Buffer): Stored[] {
  return (fieldsIn(message) ?? []).map(contentOf).map((event) => {
    const members = membersOf(event);
    return {
      name: Buffer.from(members?.get(3) as Uint8Array).toString(),
      value: Buffer.from(event).readDoubleLE(event.length - 8),
      time: Number(members?.get(1)) * 1000,
      id: null,
    };
  });
}

/** Takes the values of a request and answers, or loses the answer. */
function answer(
  store: Store,
  socket: Socket,
  values: readonly Stored[],
  [yes, no]: readonly [string, string],
): void {
  if (isUnwelcome(values)) return void socket.write(no, 'latin1');
  store.values.push(...values);
  if (store.mood === 'lost' && values.length > 0) socket.destroy();
  else socket.write(yes, 'latin1');
}

const framed = (message: string): string => `\0\0\0${String.fromCharCode(message.length)}${message}`;

async function statsd(): Promise<Peer> {
  const socket = createSocket('udp4');
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  const texts: string[] = [];
  socket.on('message', (bytes) => void texts.push(bytes.toString('utf8')));
  const { port } = socket.address();
  return {
    options: { host: '127.0.0.1', port },
    ...WRITTEN,
    fails: 'never',
    hasIds: false,
    resolution: null,
    set: async () => {},
    async stored() {
      // Datagrams of a machine to itself arrive in order, so this is the last.
      const last = once(socket, 'message');
      socket.send('', port, '127.0.0.1');
      await last;
      return texts
        .flatMap((text) => text.split('\n'))
        .filter((line) => line !== '')
        .map((line) => strictly(/^([\w.-]+):([\d.]+)\|g$/, line))
        .map(([name = '', value]) => ({ name, value: Number(value), time: null, id: null }));
    },
    close: async () => void socket.close(),
  };
}

export const SOCKETS = {
  graphite: lines(/^([\w.-]+) ([\d.]+) (\d{10})$/, [0, 1, 2]),
  opentsdb: lines(/^put ([\w./-]+) (\d{10}) ([\d.]+)(?: [\w./-]+=[\w./-]+)+$/, [0, 2, 1]),
  redis: daemon(
    (received, store, socket) => {
      let rest = received;
      for (let found = commandIn(rest); found !== null; found = commandIn(rest)) {
        const values = redisValues(found[0]);
        if (store.values.some(({ id }) => id === values[0]?.id)) socket.write(TAKEN);
        else answer(store, socket, values, ['+OK\r\n', `-ERR ${REASON}\r\n`]);
        rest = found[1];
      }
      return rest;
    },
    { fails: 'replies', refuses: true, hasIds: true, resolution: 1, keepsNames: true },
  ),
  riemann: daemon(
    (received, store, socket) => {
      const end = received.length < 4 ? Infinity : 4 + received.readUInt32BE();
      if (received.length < end) return received;
      // ok = 2, error = 3
      const no = `\x10\0\x1a${String.fromCharCode(REASON.length)}${REASON}`;
      answer(store, socket, riemannValues(received.subarray(4, end)), [framed('\x10\x01'), framed(no)]);
      return received.subarray(end);
    },
    { fails: 'replies', refuses: true, hasIds: false, resolution: 1000, keepsNames: true },
  ),
  statsd,
} as const;
