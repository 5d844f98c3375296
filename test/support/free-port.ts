/** Ports of 127.0.0.1 for servers of tests. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/** Listens at a port for a moment; rejects if it is not free. */
type Try = (port: number) => Promise<void>;

const listening = async (at: ListenOptions) => {
  const server = createServer().listen(at);
  await once(server, 'listening');
  return server;
};

const tryTcp: Try = async (port) => {
  const server = await listening({ port, host: '127.0.0.1' });
  server.close();
  await once(server, 'close');
};

const tryUdp: Try = async (port) => {
  const socket = createSocket('udp4');
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.close();
  await once(socket, 'close');
};

/**
 * A name that one process of a network namespace can have, as a port is: an abstract socket (unix(7)). It is kept until this
 * process ends, so no other test is given the port before, or between two servers that have it one after the other.
 */
const reserve: Try = async (port) => {
  const server = await listening({ path: `\0gander-tests-port-${port}` });
  server.unref();
};

/** Outside the kernel's ephemeral range (by default 32768 to 60999), whose ports may be taken at any time. */
async function portFor(attempt: Try): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return reserve(port)
    .then(() => attempt(port))
    .then(
      () => port,
      () => portFor(attempt),
    );
}

/** A TCP port at which nothing listens. */
export const freePort = (): Promise<number> => portFor(tryTcp);

/** The same of UDP. */
export const freeUdpPort = (): Promise<number> => portFor(tryUdp);
