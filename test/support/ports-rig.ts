/** An agent whose checks of ports, pages and hosts meet a scripted network. */
import { pluginAgent } from './plugin-agent.ts';
import type { Host, RunOutcome, WebAnswer, WebCheck } from '../../src/core/host.ts';
import type { Served } from '../../src/core/served.ts';
import checks from '../../src/measure/plugins/checks/checks.ts';
import ports from '../../src/measure/plugins/ports/ports.ts';

export const NO_GATEWAY = { port_default_gateway: 'False' };

export const outcome = (
  code: number | null,
  stdout = '',
  stderr = '',
  failure: string | null = null,
): RunOutcome => ({
  code,
  stdout,
  stderr,
  failure,
});
const PONG = outcome(0, '64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=4.10 ms\n');

interface World {
  ping?: RunOutcome;
  connect?: Host['connectTcp'];
  web?: (url: string, check: WebCheck) => Promise<WebAnswer>;
  dns?: Host['resolveRecords'];
  route?: Host['routeTo'];
  files?: Record<string, string>;
}

export const page = (status: number, body = '', expires: number | null = null): WebAnswer => ({
  status,
  seconds: 0.182,
  body: Buffer.from(body),
  expires,
});

export function watching(section: Record<string, string>, world: World = {}) {
  const argv: string[][] = [];
  const agent = pluginAgent({
    plugin: ports,
    others: [checks],
    sections: { ports: section },
    files: world.files ?? {},
    run: (given) => {
      argv.push([...given]);
      return Promise.resolve(world.ping ?? PONG);
    },
    host: {
      connectTcp: (...args) =>
        (world.connect ?? (() => Promise.resolve({ seconds: 0.01, bytes: Buffer.of() })))(...args),
      checkWeb: (...args) => (world.web ?? (() => Promise.resolve(page(200))))(...args),
      ...(world.dns && { resolveRecords: world.dns }),
      ...(world.route && { routeTo: world.route }),
    },
  });
  const results = async () => (await agent).agent.store.latest('checks').value as Served[];
  return { agent, argv, results };
}
