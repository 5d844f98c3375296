/** The plugin over the real host: ping, a server that speaks first, and a name server on this machine. */
import { expect, it } from 'vitest';
import { serveBytes, serveWeb } from '../../../../test/support/web-server.ts';
import { createAgent } from '../../../run/parts/agent.ts';
import { testSettings } from '../../../../test/support/recorded-agent.ts';
import type { Served } from '../../../core/served.ts';
import { createHost } from '../../host/local-host.ts';
import checks from '../checks/checks.ts';
import ports from './ports.ts';

const hasPing = await createHost()
  .run(['ping', '-c', '1', '-W', '1', '-n', '--', '127.0.0.1'], { timeoutMs: 5000, maxBytes: 4096 })
  .then(({ code }) => code === 0);

it('checks what is there', async () => {
  const portOf = (place: string): string => place.split(':')[1] ?? '';
  const mail = portOf(await serveBytes((socket) => void socket.write('220 mail ESMTP\r\n')));
  const web = await serveWeb((request, response) => {
    const isAsked = request.headers['x-probe'] === 'gander' && request.method === 'GET';
    response.writeHead(isAsked ? 401 : 500).end('{"checks":[{"status":"ok"}]}');
  });
  const section = {
    port_default_gateway: 'False',
    ...(hasPing && { port_1_host: '127.0.0.1', port_1_pings: '2' }),
    port_2_host: '127.0.0.1',
    port_2_port: mail,
    port_2_banner: '^220 .*ESMTP',
    port_3_host: '127.0.0.1',
    port_3_port: mail,
    port_3_banner: '^SSH-',
    web_1_url: `http://${web}/`,
    web_1_status: '401',
    web_1_headers: 'X-Probe: gander',
    web_1_json: 'checks[0].status',
    web_1_json_value: 'ok',
  };
  const registry = [checks, ports];
  const agent = createAgent({
    host: createHost(),
    registry,
    settings: testSettings(registry, { ports: section }),
    cores: 1,
  });
  void agent.sampler.start();
  try {
    const states = (): unknown[] =>
      (agent.store.latest('checks').value as Served[]).map(({ name, up }) => [name, up]);
    await expect
      .poll(states)
      .toEqual([...(hasPing ? [['port_1', 1]] : []), ['port_2', 1], ['port_3', 0], ['web_1', 1]]);
  } finally {
    agent.sampler.stop();
  }
  const [ping, , banner] = agent.store.latest('checks').value as Served[];
  if (hasPing) {
    expect(ping).toMatchObject({ kind: 'ping', loss: 0 });
    expect(banner?.['reason']).toBe(`127.0.0.1:${mail} sends "220 mail ESMTP ", which does not match ^SSH-`);
  }
});
