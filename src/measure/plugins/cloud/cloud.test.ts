/** Metadata servers of each cloud, on a port of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pluginAgent } from '../../../../test/support/plugin-agent.ts';
import { createHost } from '../../host/local-host.ts';
import cloud from './cloud.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const local = createHost();
const dmi = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([name, text]) => [`sys/class/dmi/id/${name}`, `${text}\n`]));

/** The plugin on a machine with this firmware, whose metadata server is the listener. */
async function machine(firmware: Record<string, string>, listener: Listener, timeoutMs = 5000) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onServer = (url: string) =>
    url.replace(/^http:\/\/(169\.254\.169\.254|metadata\.google\.internal)/, here);
  const limited = <T extends { timeoutMs: number }>(request: T): T => ({
    ...request,
    timeoutMs: Math.min(request.timeoutMs, timeoutMs),
  });
  const rig = await pluginAgent({
    plugin: cloud,
    sections: {},
    files: firmware,
    host: {
      fetchText: (url, request) => local.fetchText(onServer(url), limited(request)),
      fetchJson: (url, request) => local.fetchJson(onServer(url), limited(request)),
    },
  });
  /** Advances time until there is a result. */
  const see = (done: () => boolean, step = 1) =>
    vi.waitFor(async () => {
      await rig.pass(step);
      expect(done()).toBe(true);
    });
  const value = () => rig.agent.store.latest('cloud').value;
  return { ...rig, asked, see, value };
}

const answer =
  (values: Record<string, string>): Listener =>
  (request, response) => {
    const text = values[request.url ?? ''];
    response.statusCode = text === undefined ? 404 : 200;
    response.end(text);
  };

const AWS = dmi({ sys_vendor: 'Amazon EC2', product_name: 't3.micro' });
const NOVA = dmi({ product_name: 'OpenStack Nova' });

describe('cloud', () => {
  it('asks EC2 with a token', async () => {
    const values = answer({
      '/latest/api/token': 'TOKEN==',
      '/latest/meta-data/ami-id': 'ami-0abc',
      '/latest/meta-data/instance-id': 'i-0123456789',
      '/latest/meta-data/instance-type': 't3.micro',
      '/latest/meta-data/placement/availability-zone': 'eu-west-1a',
    });
    const { value, see } = await machine(AWS, (request, response) => {
      const isToken = request.url === '/latest/api/token';
      const isAllowed = isToken
        ? request.method === 'PUT' && request.headers['x-aws-ec2-metadata-token-ttl-seconds'] === '60'
        : request.headers['x-aws-ec2-metadata-token'] === 'TOKEN==';
      if (isAllowed) values(request, response);
      else response.writeHead(401).end();
    });
    await see(() => Object.keys(value() as object).length > 0);
    expect(value()).toEqual({
      platform: 'Amazon EC2',
      id: 'ami-0abc',
      name: 'i-0123456789',
      type: 't3.micro',
      region: 'eu-west-1a',
    });
  });

  it('knows a Xen machine of EC2', async () => {
    const firmware = { 'sys/hypervisor/uuid': 'ec2e1916-9099\n', ...dmi({ bios_version: '4.2.amazon' }) };
    const { value, see } = await machine(
      firmware,
      answer({ '/latest/api/token': 't', '/latest/meta-data/instance-id': 'i-1' }),
    );
    await see(() => Object.keys(value() as object).length > 0);
    expect(value()).toEqual({ platform: 'Amazon EC2', name: 'i-1' });
  });

  it('asks Google', async () => {
    const path = '/computeMetadata/v1/instance';
    const values = answer({
      [`${path}/id`]: '123',
      [`${path}/name`]: 'vm-1',
      [`${path}/machine-type`]: 'projects/1/machineTypes/e2-small',
      [`${path}/zone`]: 'projects/1/zones/europe-west1-b',
    });
    const { value, see } = await machine(
      dmi({ product_name: 'Google Compute Engine' }),
      (request, response) =>
        request.headers['metadata-flavor'] === 'Google'
          ? values(request, response)
          : response.writeHead(403).end(),
    );
    await see(() => Object.keys(value() as object).length > 0);
    expect(value()).toEqual({
      platform: 'Google Compute Engine',
      id: '123',
      name: 'vm-1',
      type: 'e2-small',
      region: 'europe-west1-b',
    });
  });

  it.each([
    [
      'Microsoft Azure',
      dmi({ chassis_asset_tag: '7783-7084-3265-9085-8269-3286-77' }),
      '/metadata/instance?api-version=2021-02-01',
      { compute: { vmId: 'u-1', name: 'vm', vmSize: 'B1s', location: 'westeurope' } },
      { id: 'u-1', name: 'vm', type: 'B1s', region: 'westeurope' },
    ],
    [
      'OpenStack',
      NOVA,
      '/openstack/latest/meta_data.json',
      { project_id: 'p', name: 'web', availability_zone: 'nova', meta: { role: 'front' } },
      { id: 'p', name: 'web', type: 'front', region: 'nova' },
    ],
    [
      'DigitalOcean',
      dmi({ sys_vendor: 'DigitalOcean' }),
      '/metadata/v1.json',
      { droplet_id: 77, hostname: 'd', region: 'ams3' },
      { id: '77', name: 'd', region: 'ams3' },
    ],
  ])('asks %s', async (platform, firmware, path, document, expected) => {
    const { value, see } = await machine(firmware, answer({ [path]: JSON.stringify(document) }));
    await see(() => Object.keys(value() as object).length > 0);
    expect(value()).toEqual({ platform, ...expected });
  });

  it('asks Hetzner', async () => {
    const path = '/hetzner/v1/metadata';
    const values = answer({
      [`${path}/instance-id`]: '42',
      [`${path}/hostname`]: 'h',
      [`${path}/availability-zone`]: 'fsn1-dc14',
    });
    const { value, see } = await machine(dmi({ sys_vendor: 'Hetzner' }), values);
    await see(() => Object.keys(value() as object).length > 0);
    expect(value()).toEqual({ platform: 'Hetzner Cloud', id: '42', name: 'h', region: 'fsn1-dc14' });
  });

  it.each([
    [dmi({ sys_vendor: 'LENOVO', product_name: 'ThinkPad' }), 'says "LENOVO ThinkPad"'],
    [
      dmi({ sys_vendor: 'Microsoft Corporation', product_name: 'Virtual Machine' }),
      'says "Microsoft Corporation',
    ],
    [{}, 'has no names of vendor and product'],
  ])('asks nobody on another machine', async (firmware, words) => {
    const { value, asked, reason } = await machine(firmware, answer({}));
    expect(value()).toEqual({});
    expect(reason()).toContain(words);
    expect(asked).toEqual([]);
  });

  const endless: Listener = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      response.once('drain', more);
    };
    more();
  };
  it.each<[string, Listener, string, timeoutMs?: number]>([
    ['a redirect', (_, response) => void response.writeHead(302, { location: '/other' }).end(), 'redirect'],
    ['a page', (_, response) => void response.end('<html>'), 'did not answer with JSON'],
    ['no end', endless, 'sent more than 16384 bytes'],
    ['a trickle', (_, response) => void response.write('{'), 'did not answer within', 300],
    [
      'other JSON',
      (_, response) => void response.end('{"name":["x"],"project_id":"<b>"}'),
      'neither an id nor a name',
    ],
    ['a fault', (_, response) => void response.writeHead(500).end(), 'status 500'],
  ])('says so when the server gives %s', async (_, listener, words, timeoutMs = 30_000) => {
    const { value, reason, see, asked } = await machine(NOVA, listener, timeoutMs);
    await see(() => reason() !== null);
    expect(reason()).toContain('the metadata server of OpenStack tells nothing');
    expect(reason()).toContain(words);
    expect(value()).toEqual({});
    expect(asked).toEqual(['GET /openstack/latest/meta_data.json']);
  });

  it('asks again only after an hour once it knows, and every two minutes until then', async () => {
    let isUp = false;
    const document = JSON.stringify({ name: 'web' });
    const { asked, value, see, pass } = await machine(NOVA, (_, response) =>
      isUp ? response.end(document) : response.writeHead(503).end(),
    );
    await see(() => asked.length === 1);
    isUp = true;
    await see(() => Object.keys(value() as object).length > 0, 30);
    expect(asked).toHaveLength(2);
    await pass(3000);
    expect(asked).toHaveLength(2);
    await see(() => asked.length === 3, 100);
  });
});
