import { describe, expect, it } from 'vitest';
import { httpServer, PLUGINS, serverAt } from '../../../test/support/fake-servers.ts';
import { fakeAuthenticator, USER } from '../../../test/support/guarded-api.ts';
import { rpcService } from '../../../test/support/rpc-service.ts';
import { testHub } from '../../../test/support/test-hub.ts';
import { parseCall, writeFault, writeReply } from '../../net/xml-rpc/codec.ts';
import { createCredentials } from './credentials.ts';

/** The value that the fake hash compares with. */
const STAGE_ONE = 'ab'.repeat(128);
const rpc = { protocol: 'rpc' } as const;

describe('a server that speaks XML-RPC', () => {
  it('shows its values and levels', async () => {
    const service = await rpcService();
    const { until } = testHub([serverAt(service.port, rpc)], {}, [
      'cpu:total',
      'fs:percent:/',
      'nobody:total',
    ]);
    const { readings, reason } = await until(`127.0.0.1:${service.port}`, 'ONLINE');
    expect(reason).toBeNull();
    expect([...readings.keys()].sort()).toEqual(['cpu_total', 'fs_percent_/']);
    expect(readings.get('cpu_total')?.value).toEqual(expect.any(Number));
  });

  it('gets the first stage of the hash when it asks for a password, and is PROTECTED without', async () => {
    const account = { user: USER, hash: STAGE_ONE, edition: '' };
    const { port } = await rpcService({ authenticator: fakeAuthenticator({ account }) });
    const locked = testHub([serverAt(port, rpc)]);
    await locked.until(`127.0.0.1:${port}`, 'PROTECTED');
    const hashed: string[] = [];
    const credentials = createCredentials(async (password) => {
      hashed.push(password);
      return STAGE_ONE;
    });
    const server = serverAt(port, { ...rpc, password: 'clear text', username: USER });
    const { until } = testHub([server], { credentials });
    await until(server.id, 'ONLINE');
    expect(hashed).toEqual(['clear text']);
  });

  it('may be older than getPlugin', async () => {
    const called: string[] = [];
    const old: Record<string, unknown> = {
      getCpu: PLUGINS.cpu,
      getViewsCpu: PLUGINS['cpu/views'],
      getMem: PLUGINS.mem,
    };
    const { port } = await httpServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method } = parseCall(Buffer.concat(parts));
        called.push(method);
        const found = old[method];
        response.writeHead(200, { 'content-type': 'text/xml' });
        response.end(
          found === undefined ? writeFault(1, 'no such method') : writeReply(JSON.stringify(found)),
        );
      });
    });
    const { until } = testHub([serverAt(port, rpc)]);
    const { readings } = await until(`127.0.0.1:${port}`, 'ONLINE');
    expect(readings.get('cpu_total')).toMatchObject({ value: 12.5, decoration: 'OK_LOG' });
    expect(readings.get('mem_percent')).toMatchObject({ value: 40, decoration: 'DEFAULT' });
    expect(called.filter((method) => method === 'getPlugin').length).toBeLessThanOrEqual(3);
  });

  it.each<[string, string, string, RegExp]>([
    ['HTML', 'text/html', '<h1>hi</h1>', /answers with HTML instead of XML-RPC$/],
    [
      'entities',
      'text/xml',
      '<!DOCTYPE a [<!ENTITY b "c">]><methodResponse><params><param><value>&b;</value></param></params></methodResponse>',
      /answers with broken XML-RPC: /,
    ],
    [
      'a number in place of JSON',
      'text/xml',
      '<methodResponse><params><param><value><int>1</int></value></param></params></methodResponse>',
      /does not answer as an agent does$/,
    ],
  ])('and answers with %s is OFFLINE', async (_, type, body, expected) => {
    const { port } = await httpServer((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const { until, faults } = testHub([serverAt(port, rpc)]);
    expect((await until(`127.0.0.1:${port}`, 'OFFLINE')).reason).toMatch(expected);
    expect(faults).toEqual([]);
  });
});
