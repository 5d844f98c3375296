/**
 * Published advisories of servers with this API, each with a test of its name that shows the property to hold. Rows whose
 * feature does not exist yet stand at the end.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillCommand } from '../../src/alerts/actions/actions.ts';
import { parseAction } from '../../src/alerts/actions/template.ts';
import { isPasswordHash } from '../../src/net/credentials/password-hash.ts';
import { findPassword, savePassword } from '../../src/net/credentials/password-file.ts';
import { isOpenToOthers } from '../../src/net/credentials/private-file.ts';
import { securityWarnings, type Serving } from '../../src/run/cli/banner.ts';
import { argsOf } from '../../src/run/cli/args.ts';
import { parseCommandLine } from '../../src/run/cli/parse.ts';
import { configFlags } from '../../src/run/cli/config-flags.ts';
import { configForApi } from '../../src/run/config/api-view.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import { fetchJson } from '../../src/measure/host/fetch-json.ts';
import { parseCommands } from '../../src/core/command.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { parseReply } from '../../src/net/xml-rpc/codec.ts';
import { createVirsh } from '../../src/measure/plugins/vms/virsh.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { rpcService } from '../support/rpc-service.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { agentServer, serverAt } from '../support/fake-servers.ts';
import { basic, fakeAuthenticator, guardedApi } from '../support/guarded-api.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { testHub } from '../support/test-hub.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const SECRET = 'hunter2';
const load = (text: string) =>
  loadSettings({
    registry: plugins,
    file: { path: 'gander.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });

async function configOf(text: string) {
  const { raw } = await load(text);
  return configForApi(raw, { registry: plugins, cores: 2 });
}

const serving = (text: string, change: Partial<Serving> = {}) =>
  load(text).then(({ sections: { outputs } }) =>
    securityWarnings({
      bind: '0.0.0.0',
      socket: undefined,
      port: 1,
      rpcPort: 2,
      prefix: '',
      assistants: null,
      hasWebUi: false,
      isHub: false,
      hasPassword: false,
      needsCertificate: false,
      hasApiKeys: false,
      outputs,
      ...change,
    }).join('\n'),
  );

describe('advisories', () => {
  it('#1025, XML parsing: XML-RPC knows no DTD and no entities, and bodies are bounded', async () => {
    const { send, faults } = await rpcService();
    const bombs = [
      '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><methodCall><methodName>&c;</methodName></methodCall>',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><methodCall><methodName>&b;</methodName></methodCall>',
      '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><methodCall><methodName>init</methodName></methodCall>',
      '<methodCall><methodName>&b;</methodName></methodCall>',
    ];
    for (const body of bombs) {
      const answer = await send({ body });
      expect(answer.status).toBe(200);
      await expect(parseReply(Buffer.from(answer.body))).rejects.toThrow(
        /entities are not allowed|not well-formed/,
      );
    }
    expect((await send({ body: ' '.repeat(1_000_000) }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect(faults).toEqual([]);
  });

  it('#2175, weak hash: passwords are kept as PBKDF2, and files with a plain SHA-256 are refused', () => {
    expect(isPasswordHash(`${'a'.repeat(32)}$${'b'.repeat(64)}`)).toBe(false);
    const own = temporaryTree({ 'gander.pwd': `${'a'.repeat(32)}$${'b'.repeat(64)}` });
    expect(() => findPassword({ own }, 'gander')).toThrow('holds no password hash');
  });

  it('CVE-2026-30928, disclosure: /config and limits give no secrets', async () => {
    const config = await configOf(
      `[passwords]\nhost=${SECRET}\n[outputs]\njwt_secret_key=${SECRET}\nssl_keyfile_password=${SECRET}\n` +
        `[influxdb]\ntoken=${SECRET}\nPassword=${SECRET}\n[ip]\npublic_password=${SECRET}\npublic_api=http://u:${SECRET}@h/?token=${SECRET}\n` +
        `[cpu]\nuser_critical_action=mail --password=${SECRET}\n`,
    );
    expect(JSON.stringify(config)).not.toContain(SECRET);
    expect(config).not.toHaveProperty('passwords');
    const section = {
      public_password: SECRET,
      public_api: `http://u:${SECRET}@h`,
      x_action: `a --token=${SECRET}`,
    };
    const limits = plugins.map((plugin) => limitsOf(plugin, { section, historySize: 1, cores: 1 }));
    expect(JSON.stringify(limits)).not.toContain(SECRET);
  });

  it('CVE-2026-32596, missing authentication: an open API is told of at the start', async () => {
    expect(await serving('')).toContain('No password is set');
  });

  it('CVE-2026-32608, command injection: process names in actions never act as syntax', () => {
    const [command] = parseAction('logger {{name}} done');
    const name = 'x" ; rm -rf / && a | b > /etc/passwd $(c) `d`';
    expect(command && fillCommand(command, { name })).toEqual(['logger', name, 'done']);
  });

  it('GHSA-73wf-9vmv-5pv9, command injection: nor do nested values', () => {
    const [command] = parseAction('logger {{cmdline}} {{top.0.name}}');
    const variables = { cmdline: ['a', '&& b', '| c'], top: [{ name: '> d' }] };
    expect(command && fillCommand(command, variables)).toEqual(['logger', 'a && b | c', '> d']);
  });

  it('CVE-2026-32609, disclosure: /args gives no password and no SNMP secrets', () => {
    const { values } = parseCommandLine([
      '-w',
      '-u',
      'bob',
      '--snmp-auth',
      SECRET,
      '--snmp-community',
      SECRET,
      '--snmp-user',
      SECRET,
    ]);
    const args = argsOf({ values, names: [], enabled: new Set() });
    expect(JSON.stringify(args)).not.toContain(SECRET);
    expect(args).toMatchObject({ password: '********', snmp_auth: '********', username: '********' });
  });

  it('CVE-2026-32610, CORS: no credentials with any wildcard', async () => {
    for (const origins of [['*'], ['*', 'http://a'], ['http://a', '*']]) {
      const api = await guardedApi({ cors: { origins, credentials: true } });
      for (const headers of [{ origin: 'http://evil' }, { origin: 'http://evil', cookie: 'a=1' }])
        expect((await api.send({ headers })).headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('CVE-2026-32632, DNS rebinding: a list of hosts is checked, and its absence told of', async () => {
    const api = await guardedApi({ hosts: ['gander.example'] });
    expect((await api.send({ headers: { host: 'rebound.example' } })).status).toBe(400);
    expect(await serving('')).toContain('webui_allowed_hosts');
  });

  it('CVE-2026-33533, CORS: XML-RPC goes by the same list of origins, and open pages are told of', async () => {
    const { send } = await rpcService({ origins: ['http://a'] });
    expect((await send({ headers: { origin: 'http://evil' } })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    expect(await serving('', { port: null })).toMatch(/any web page may read.*cors_origins/);
  });

  it('CVE-2026-46608, CORS: XML-RPC echoes the origin that asks, where it is one of several, with Vary', async () => {
    const { send } = await rpcService({ origins: ['http://a', 'http://b'] });
    const headersFor = async (origin: string) => (await send({ headers: { origin } })).headers;
    for (const origin of ['http://a', 'http://b'])
      expect(await headersFor(origin)).toMatchObject({
        'access-control-allow-origin': origin,
        vary: 'Origin, Accept-Encoding',
      });
    for (const origin of ['http://evil', 'http://a.evil', 'HTTP://A', 'null'])
      expect(await headersFor(origin)).not.toHaveProperty('access-control-allow-origin');
  });

  it('CVE-2026-46611, DNS rebinding: XML-RPC checks a list of hosts, before the password, and its absence is told of', async () => {
    const { send } = await rpcService({ hosts: ['gander.example'], authenticator: fakeAuthenticator() });
    expect((await send({ headers: { host: 'rebound.example' } })).status).toBe(400);
    expect((await send({ headers: { host: 'gander.example:61209' } })).status).toBe(401);
    expect(await serving('', { port: null })).toContain('xmlrpc_allowed_hosts');
  });

  it('CVE-2026-33641, command execution: back-ticks of the configuration are text unless switched on', async () => {
    const { sections, warnings } = await load('[outputs]\njwt_secret_key=`touch /tmp/owned`\n');
    expect(sections.outputs.jwt_secret_key).toBe('`touch /tmp/owned`');
    expect(warnings.join('\n')).toContain('--enable-config-exec');
  });

  it('CVE-2026-34839, CORS: pages that can read an open API are told of', async () => {
    expect(await serving('')).toMatch(/any web page may read.*cors_origins/);
    expect(await serving('[outputs]\ncors_origins=http://a\n')).not.toContain('any web page');
  });

  it('CVE-2026-35587, SSRF: addresses to fetch are http or https (redirects: see fetch-json.test.ts)', async () => {
    const limits = { timeoutMs: 1000, maxBytes: 1000 };
    for (const url of ['file:///etc/passwd', 'gopher://h/', 'data:text/plain,x'])
      await expect(fetchJson(url, limits)).rejects.toThrow('http:// or https://');
  });

  it('CVE-2026-46606, command injection: names of virtual machines never become part of a command', async () => {
    const names = ['; touch /tmp/owned', '--all', '$(id)', "a'; destroy b; '", '`id`', '&& id'];
    const argvs: (readonly string[])[] = [];
    const rows = names.map(
      (name, index) => `${String(index).padStart(8, '0')}-1111-4111-8111-111111111111 - ${name}\n`,
    );
    const host = createRecordedHost(temporaryTree({ 'usr/bin/virsh': '' }), {
      isLocal: true,
      async run(argv) {
        argvs.push(argv);
        return { code: 0, stdout: rows.join(''), stderr: '', failure: null };
      },
    });
    const vms = await createVirsh(host).read();
    expect(vms?.map(({ name }) => name)).toEqual(names);
    expect(argvs).toHaveLength(2);
    const [list = [], details = []] = argvs;
    expect(list.slice(1)).toEqual(['--readonly', expect.stringMatching(/^list [-a-z; ]+$/)]);
    expect(details.slice(1)).toEqual(['--readonly', expect.stringMatching(/^version(; [-a-z0-9 ]+)+$/)]);
  });

  it('CVE-2026-53925, command execution: commands of AMPs have no pipes and write no files, and with --disable-config-exec no operators', async () => {
    for (const command of ['a | b', 'a > /etc/passwd', 'a >> /etc/passwd', 'a && b | c'])
      expect(() => parseCommands(command, true)).toThrow('is for a shell, and there is none');
    expect(parseCommands('a && b | c > d', false)).toEqual([['a', '&&', 'b', '|', 'c', '>', 'd']]);
    const { options } = configFlags(parseCommandLine(['-w', '--disable-config-exec']), plugins);
    expect(options).toMatchObject({ amps: { operators: 'False' } });
  });

  it('open in the server of before, wildcard in a list: see CVE-2026-32610; /docs and /openapi.json ask for the password', async () => {
    const api = await guardedApi({ authenticator: fakeAuthenticator() });
    for (const path of ['/docs', '/docs/', '/openapi.json', '/redoc'])
      expect((await api.send({ path })).status).toBe(401);
  });

  it('open in the server of before, password files that all can read: ours are for their owner', async () => {
    const own = temporaryTree();
    await savePassword(own, { user: 'a', hash: 'x' });
    expect(isOpenToOthers(`${own}/a.pwd`)).toBe(false);
  });

  it('open in the server of before, a PID that is no number: not a fault', async () => {
    const api = await guardedApi();
    expect((await api.send({ path: '/api/4/processes/abc' })).status).toBe(422);
    expect((await api.send({ path: '/api/4/processes/extended/abc', method: 'POST' })).status).toBe(422);
  });
});

describe('advisories about watching other servers', () => {
  const KEYS = ['password', 'uri', 'authorization'];

  it('CVE-2026-32633, disclosure: /serverslist and /api/servers give no password and no URI', async () => {
    const server = await agentServer(basic('gander', SECRET));
    const { hub, until } = testHub([serverAt(server.port, { password: SECRET })]);
    await until(`127.0.0.1:${server.port}`, 'ONLINE');
    const { get } = createFakeApi(undefined, { fleet: hub });
    for (const path of ['/api/4/serverslist', '/api/servers']) {
      const { body, statusCode } = await get(path);
      expect([statusCode, body.includes(SECRET)]).toEqual([200, false]);
      expect(body).toContain('Debian 12');
      for (const key of KEYS) expect(body).not.toContain(`"${key}"`);
    }
  });

  it('CVE-2026-32634, credential leak: no password goes to servers that were discovered', async () => {
    const server = await agentServer(basic('gander', SECRET));
    const found = serverAt(server.port, { type: 'DYNAMIC', password: SECRET });
    const { until } = testHub([found]);
    const { reason } = await until(found.id, 'PROTECTED');
    expect(reason).toContain('asks for a password, and servers found on the network never get one');
    expect(server.asked.length).toBeGreaterThan(0);
    expect(server.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });

  it('REST servers that need a login are shown as PROTECTED, not ONLINE', async () => {
    const server = await agentServer(basic('gander', SECRET));
    const { until } = testHub([serverAt(server.port)]);
    const { reason, readings } = await until(`127.0.0.1:${server.port}`, 'PROTECTED');
    expect(reason).toBe(
      `127.0.0.1:${server.port} asks for a password: add 127.0.0.1 = password to [passwords]`,
    );
    expect(readings.size).toBe(0);
  });
});

/** Rows about features that do not exist yet, by their future folder: adding one moves its rows above. */
const LATER: Record<string, [row: string, property: string][]> = {
  'src/update-check': [['CVE-2026-46607, deserialisation', 'JSON only, garbage is tolerated']],
};

describe('advisories about what does not exist yet', () => {
  it.each(Object.entries(LATER))('%s is not there without their tests', (folder, rows) => {
    const missing = rows.map(([row, property]) => `${row}: ${property}`).join('; ');
    expect(existsSync(join(REPOSITORY, folder)), `${folder} needs tests of ${missing}`).toBe(false);
  });
});
