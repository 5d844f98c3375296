/** Interfaces, addresses and connections, compared with ip and ss. Part of agreement.test.ts, whose agent it queries. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { output } from '../support/live-tools.ts';
import { type Agreement, expectBetween, PATIENCE, rows } from '../support/agreement.ts';

export function networksAgree(rig: Agreement): void {
  interface Interface {
    interface_name: string;
    bytes_recv_gauge: number;
    bytes_sent_gauge: number;
    is_up: boolean;
  }
  interface Link {
    ifname: string;
    flags: string[];
    operstate: string;
    stats64: { rx: { bytes: number }; tx: { bytes: number } };
  }
  const links = (): Link[] => JSON.parse(output('ip', '-s', '-j', 'link')) as Link[];

  it('interfaces have the counters and states that ip shows', async () => {
    // Other suites add and remove interfaces; one quiet moment is enough.
    await vi.waitFor(async () => {
      const { before, value, after } = await rig.around<Interface[], Link[]>('network', links);
      const names = after
        .map(({ ifname }) => ifname)
        .filter((name) => before.some((link) => link.ifname === name));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const ours = value.find((item) => item.interface_name === name);
        const [old, young] = [before, after].map((list) => list.find((link) => link.ifname === name));
        expectBetween(ours?.bytes_recv_gauge ?? -1, old!.stats64.rx.bytes, young!.stats64.rx.bytes, 0, name);
        expectBetween(ours?.bytes_sent_gauge ?? -1, old!.stats64.tx.bytes, young!.stats64.tx.bytes, 0, name);
        const isUp = young!.flags.includes('UP') && ['UP', 'UNKNOWN'].includes(young!.operstate);
        expect(ours?.is_up, name).toBe(isUp);
      }
      expect(value.find(({ interface_name: name }) => name === 'lo')?.is_up).toBe(true);
    }, PATIENCE);
  });

  it('the address is that of the default route', async () => {
    const [route] = JSON.parse(output('ip', '-4', '-j', 'route', 'show', 'default')) as {
      dev: string;
      gateway?: string;
    }[];
    const ours = await rig.agent.fresh<Record<string, unknown>>('ip');
    if (route === undefined) return expect(ours['gateway']).toBeNull();
    const [device] = JSON.parse(output('ip', '-4', '-j', 'addr', 'show', 'dev', route.dev)) as {
      addr_info: { local: string; prefixlen: number }[];
    }[];
    const first = device?.addr_info[0];
    expect(ours).toMatchObject({
      address: first?.local,
      mask_cidr: first?.prefixlen,
      gateway: route.gateway ?? null,
    });
  });

  it('connections are counted by state as ss counts them', async () => {
    const server = createServer((socket) => void accepted.push(socket));
    const accepted: Socket[] = [];
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clients = Array.from({ length: 20 }, () =>
      connect((server.address() as AddressInfo).port, '127.0.0.1'),
    );
    onTestFinished(() => {
      for (const socket of [...clients, ...accepted]) socket.destroy();
      server.close();
    });
    await Promise.all(clients.map((socket) => once(socket, 'connect')));
    const count = () => {
      const states = rows(output('ss', '-tanH'), 2).map(([state]) => state);
      const of = (name: string): number => states.filter((state) => state === name).length;
      return { LISTEN: of('LISTEN'), ESTABLISHED: of('ESTAB'), terminated: closing(states) };
    };
    // Other suites open and close connections, too; one quiet moment is enough.
    await vi.waitFor(async () => {
      const { before, value, after } = await rig.around<Record<string, number>, ReturnType<typeof count>>(
        'connections',
        count,
      );
      expect(after.ESTABLISHED).toBeGreaterThanOrEqual(40);
      expectBetween(value['LISTEN'] ?? -1, before.LISTEN, after.LISTEN, 0, 'LISTEN');
      expectBetween(value['ESTABLISHED'] ?? -1, before.ESTABLISHED, after.ESTABLISHED, 2, 'ESTABLISHED');
      // Those in TIME-WAIT come and go by the hundred.
      expectBetween(
        value['terminated'] ?? -1,
        before.terminated,
        after.terminated,
        10 + before.terminated / 10,
        'terminated',
      );
    }, PATIENCE);
  });
}

const closing = (states: readonly (string | undefined)[]): number =>
  states.filter((state) => !/^(LISTEN|ESTAB|SYN-SENT|SYN-RECV)$/.test(state ?? '')).length;
