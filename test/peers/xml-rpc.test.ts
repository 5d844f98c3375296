/** The XML-RPC server with the client of Python's standard library, as Glances' clients use it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { stageOne } from '../../src/net/credentials/password-hash.ts';
import { startAgent } from '../support/built-agent.ts';
import { selfSigned } from '../support/certificates.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { itInFull } from '../support/it-in-full.ts';

const PRELUDE = `
import json, os, sys, time, xmlrpc.client
server = xmlrpc.client.ServerProxy(os.environ['URL'])
def tell(value): print(json.dumps(value))
`;

/** The output of a Python script, line by line, as values. */
async function python(script: string, url: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', PRELUDE + script], {
    env: { ...process.env, URL: url },
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function serve(environment?: Record<string, string>): Promise<string> {
  const agent = startAgent(['-B', '127.0.0.1', '-s', '-p', '0'], environment);
  const [, url = ''] = await agent.printed(/XML-RPC server on (\S+)/);
  return url;
}

const missing = lacking('Python speaks XML-RPC', { programs: ['python3'] });

describe.skipIf(missing !== null)('Python', () => {
  it('reads an agent by the calls of versions 4 and 3, and gets faults for what there is not', async () => {
    const url = await serve();
    const [version, plugins, all, limits, views, cpu, view, names, ...older] = await python(
      `
while not json.loads(server.getPlugin('processlist')): time.sleep(0.05)
tell(server.init())
tell(json.loads(server.getAllPlugins()))
tell(json.loads(server.getAll()))
tell(json.loads(server.getAllLimits()))
tell(json.loads(server.getAllViews()))
# Null where the kernel has counted no time since the previous sample.
while (cpu := json.loads(server.getPlugin('cpu')))['total'] is None: time.sleep(0.05)
tell(cpu)
tell(json.loads(server.getPluginView('cpu')))
tell(server.system.listMethods())
tell(json.loads(server.getCpu())['cpucore'])
tell(json.loads(server.getLoad())['min5'])
tell(json.loads(server.getSystem())['hr_name'])
tell(json.loads(server.getViewsMem())['percent']['decoration'])
faults = []
for call in [server.getNope, server.getAllMonitored, lambda: server.getPlugin(), lambda: server.getPlugin('nope')]:
    try: call()
    except xmlrpc.client.Fault as fault: faults.append(fault.faultCode)
tell(faults)
`,
      url,
    );
    expect(version).toMatch(/^4\./);
    expect(plugins).toEqual(expect.arrayContaining(['cpu', 'processlist', 'psutilversion']));
    expect(Object.keys(all as object)).toEqual(plugins);
    expect(Object.keys(limits as object)).toEqual(plugins);
    expect(Object.keys(views as object)).toEqual(plugins);
    expect(all).toMatchObject({
      processlist: expect.arrayContaining([expect.objectContaining({ pid: process.pid })]),
    });
    expect(cpu).toMatchObject({ total: expect.any(Number), cpucore: expect.any(Number) });
    expect(view).toMatchObject({ total: { decoration: expect.any(String) } });
    expect(names).toEqual(expect.arrayContaining(['getCpu', 'getViewsCpu', 'getAll', 'system.methodHelp']));
    expect(older).toEqual([
      expect.any(Number),
      expect.any(Number),
      expect.stringMatching(/\w/),
      expect.stringMatching(/^[A-Z_]+$/),
      [1, 1, 1, 1],
    ]);
  });

  itInFull('logs in with the first stage of the hash, and not in clear', async () => {
    const home = temporaryTree();
    const url = await serve({ HOME: home, GANDER_PASSWORD: 'sesame' });
    const as = (user: string, password: string) => url.replace('//', `//${user}:${password}@`);
    const right = await python('tell(server.init())', as('gander', await stageOne('sesame')));
    expect(right).toEqual([expect.stringMatching(/^4\./)]);
    const failing = `
try: server.init()
except xmlrpc.client.ProtocolError as error: tell([error.errcode, error.errmsg])
`;
    for (const address of [url, as('gander', 'sesame'), as('gander', 'ab'.repeat(128))])
      expect(await python(failing, address)).toEqual([[401, 'Authentication failed']]);
  });

  itInFull('reads an agent over TLS, beside its REST API', async () => {
    const { key, certFile } = selfSigned();
    const folder = temporaryTree({ 'key.pem': key });
    const config = temporaryTree({
      'gander.conf': `[outputs]\nssl_certfile=${certFile}\nssl_keyfile=${folder}/key.pem\nxmlrpc_allowed_hosts=127.0.0.*\n`,
    });
    const agent = startAgent([
      '-w',
      '-p',
      '0',
      '--enable-rpc',
      '--rpc-port',
      '0',
      '-B',
      '127.0.0.1',
      '-C',
      `${config}/gander.conf`,
    ]);
    const [, rest = ''] = await agent.printed(/REST API on (\S+)/);
    const [, url = ''] = await agent.printed(/XML-RPC server on (\S+)/);
    expect([rest, url]).toEqual([expect.stringMatching(/^https:/), expect.stringMatching(/^https:/)]);
    const script = `
import ssl
trust = ssl.create_default_context(cafile=${JSON.stringify(certFile)})
tell(xmlrpc.client.ServerProxy(os.environ['URL'], context=trust).init())
`;
    expect(await python(script, url)).toEqual([expect.stringMatching(/^4\./)]);
    await expect(python(script, url.replace('127.0.0.1', 'localhost'))).rejects.toThrow('400');
  });
});
