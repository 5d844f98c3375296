import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import { createHub } from './hub.ts';
import type { Server } from './server.ts';

const server: Server = {
  id: '127.0.0.1:1',
  key: '127.0.0.1:1',
  name: '127.0.0.1',
  host: '127.0.0.1',
  port: 1,
  protocol: 'rest',
  isSecure: false,
  alias: 'Database',
  tags: [],
  type: 'STATIC',
  username: null,
  password: null,
};
const announced = (name: string, port: number) =>
  ({ key: `${name}._glances._tcp.local.`, name, ip: '127.0.0.1', port, protocol: 'rest' }) as const;

function openHub() {
  const hub = createHub({
    checkValues: (values) => values,
    checkAlerts: (notified) => notified,
    clock: createSystemClock(),
    servers: [server],
    columns: [],
    refresh: 60,
    addedFile: null,
    onFault: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => hub.stop());
  return hub;
}

it('takes a password that was typed', () => {
  const hub = openHub();
  hub.start();
  hub.unlock(server.id, 'geheim');
  hub.unlock('another', 'geheim');
  expect(hub.states().map((state) => [state.server.id, state.server.password])).toEqual([
    [server.id, 'geheim'],
  ]);
});

it('lists a server once, whether it is announced before or after the start', () => {
  const hub = openHub();
  const names = () => hub.states().map((state) => [state.server.name, state.server.type]);
  hub.found(announced('db1', 1));
  hub.found(announced('web1', 2));
  hub.start();
  expect(names().toSorted()).toEqual([
    ['127.0.0.1', 'STATIC'],
    ['web1', 'DYNAMIC'],
  ]);
  hub.found(announced('db1', 1));
  expect(names()).toHaveLength(2);
});
