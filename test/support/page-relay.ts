/** A relay between page and agent that can be cut, stalled, and redirected to another agent. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** Address of the page through it. */
  url: string;
  /** Ends all connections and refuses new ones until `leadTo`. */
  cut(): void;
  /** Redirects new connections to this port and closes open ones. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function startRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let target: number | null = port;
  const server = createServer((client) => {
    if (target === null) return void client.resetAndDestroy();
    const agent = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, agent],
      [agent, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    cut() {
      target = null;
      endAll();
    },
    leadTo(other) {
      target = other;
      endAll();
    },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
