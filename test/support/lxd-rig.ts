/** The plugin of containers with a server that replies like LXD. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createFakeClock } from './fake-clock.ts';
import { serveSocket } from './socket-server.ts';
import { optionsFrom } from './step-plugin.ts';
import { temporaryTree } from './temporary-directory.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import plugin from '../../src/measure/plugins/containers/containers.ts';
import type { EngineReport } from '../../src/measure/plugins/containers/engine.ts';
import { createLxd } from '../../src/measure/plugins/containers/lxd.ts';

export type Json = Record<string, unknown>;

export const SERVER = {
  api_extensions: ['instances', 'clustering', 'instance_all_projects'],
  auth: 'trusted',
  environment: { server_clustered: false, server_name: 'vm', server_version: '5.0.2' },
};

export const instance = (name: string, more: Json = {}): Json => ({
  name,
  status: 'Running',
  type: 'container',
  project: 'default',
  location: 'none',
  created_at: '2026-11-21T05:56:09.605596527Z',
  last_used_at: '2026-11-21T05:56:10.121133018Z',
  config: { 'image.description': 'Busybox of Gander' },
  expanded_config: { 'image.description': 'Busybox of Gander', 'limits.cpu': '1' },
  expanded_devices: { root: { path: '/', pool: 'default', type: 'disk' } },
  ...more,
});

export interface Served {
  answers: Map<string, unknown>;
  asked: string[];
  /** Called before every reply; true: handled. */
  intercept: (path: string, response: ServerResponse) => boolean;
  stop(): Promise<void>;
}

export async function serveLxd(path: string): Promise<Served> {
  const served: Served = { answers: new Map(), asked: [], intercept: () => false, stop: () => server.stop() };
  const server = await serveSocket(path, ({ url = '' }, response) => {
    served.asked.push(url);
    if (served.intercept(url, response)) return;
    const metadata = served.answers.get(url);
    response.statusCode = metadata === undefined ? 404 : 200;
    response.end(
      JSON.stringify(metadata === undefined ? { type: 'error', error: 'not found' } : { metadata }),
    );
  });
  served.answers.set('/1.0', SERVER);
  return served;
}

export const LIST = '/1.0/instances?recursion=1&all-projects=true';

export async function setUp(root?: string) {
  const folder = temporaryTree();
  const lxd = await serveLxd(join(folder, 'unix.socket'));
  const clock = createFakeClock();
  const host = createHost({ env: { LXD_DIR: folder }, clock, root });
  const engine = createLxd({ host, options: optionsFrom(plugin, {}) as never, onChange: () => {} });
  /** After an idle time, so the plugin waits for new data. */
  const sample = async (): Promise<EngineReport> => {
    await clock.advance(11_000);
    engine.poll();
    await engine.settling();
    return engine.poll();
  };
  return { folder, lxd, clock, engine, sample };
}
