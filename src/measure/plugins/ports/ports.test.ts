import { describe, expect, it } from 'vitest';
import { pluginAgent } from '../../../../test/support/plugin-agent.ts';
import type { Host, RunOutcome, WebAnswer, WebCheck } from '../../../core/host.ts';
import type { Served } from '../../../core/served.ts';
import checks from '../checks/checks.ts';
import ports from './ports.ts';
import { lossIn, roundTrip } from './ping.ts';

const ROUTE =
  'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n' +
  'eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n';
const NO_GATEWAY = { port_default_gateway: 'False' };
const outcome = (
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

const page = (status: number, body = '', expires: number | null = null): WebAnswer => ({
  status,
  seconds: 0.182,
  body: Buffer.from(body),
  expires,
});

function watching(section: Record<string, string>, world: World = {}) {
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

describe('ports', () => {
  it('pings the default gateway', async () => {
    const { agent, argv } = watching({}, { files: { 'proc/net/route': ROUTE } });
    const { items } = await agent;
    expect(items()).toEqual([
      {
        key: 'indice',
        indice: 'port_0',
        host: '192.0.2.1',
        port: 0,
        description: 'DefaultGateway',
        refresh: 30,
        timeout: 3,
        status: 0.0041,
        rtt_warning: null,
      },
    ]);
    expect(argv[0]).toEqual(['ping', '-c', '1', '-W', '3', '-n', '--', '192.0.2.1']);
  });

  it('has no status and no host where there is no gateway', async () => {
    const { items, reason } = await watching({}).agent;
    expect(items()).toMatchObject([{ indice: 'port_0', host: null, status: null }]);
    expect(reason()).toContain('/proc/net/route has no default route');
  });

  it('says what to do where nothing is configured', async () => {
    const { items, reason } = await watching({ ...NO_GATEWAY, port_2_port: '5' }).agent;
    expect(items()).toEqual([]);
    expect(reason()).toBe('no check is configured: add port_1_host or web_1_url to [ports]');
  });

  it('serves TCP ports as numbers, and times of the API in seconds', async () => {
    const section = {
      ...NO_GATEWAY,
      port_1_host: 'db.example',
      port_1_port: '5432',
      port_1_description: 'Database',
      port_1_timeout: '1',
      port_1_rtt_warning: '200',
    };
    const refused = Object.assign(new Error('nothing listens'), { code: 'ECONNREFUSED' });
    const { items, reason } = await watching(section, { connect: () => Promise.reject(refused) }).agent;
    expect(items()).toMatchObject([
      {
        host: 'db.example',
        port: 5432,
        description: 'Database',
        timeout: 1,
        status: false,
        rtt_warning: 0.2,
      },
    ]);
    expect(reason()).toBeNull();
  });

  it('serves web pages without what is secret', async () => {
    const section = {
      ...NO_GATEWAY,
      web_1_url: 'https://ann:hunter2@example.org/?token=hunter2',
      web_1_http_proxy: 'http://tokenhunter2@proxy.example:1',
      web_2_url: 'http://example.com:8080/',
      web_2_description: 'as http://hunter2@example.com/',
      web_2_ssl_verify: 'False',
    };
    const { items, agent } = await watching(section).agent;
    expect(JSON.stringify(items())).not.toContain('hunter2');
    expect(items()).toMatchObject([
      {
        indice: 'web_1',
        description: 'example.org',
        status: 200,
        elapsed: 0.182,
        ssl_verify: true,
        proxies: { http: 'http://********@proxy.example:1', https: null },
      },
      { indice: 'web_2', url: 'http://example.com:8080/', ssl_verify: false, proxies: null },
    ]);
    expect(agent.store.latest('ports').value).toHaveLength(2);
  });

  it('serves Error where a page cannot be had, and says why', async () => {
    const section = { ...NO_GATEWAY, web_1_url: 'https://example.org/' };
    const web = () => Promise.reject(new Error('https://example.org/ failed: certificate has expired'));
    const { items, reason } = await watching(section, { web }).agent;
    expect(items()).toMatchObject([{ status: 'Error', elapsed: 0 }]);
    expect(reason()).toContain('certificate has expired');
  });

  it.each([
    ['no answer', outcome(1), false, null],
    [
      'an unknown name',
      outcome(2, '', 'ping: x: Name or service not known\n'),
      false,
      'x: x: Name or service',
    ],
    [
      'no ping',
      outcome(null, '', '', 'ping is not installed, or not in a directory of PATH'),
      null,
      'package iputils-ping',
    ],
    ['no permission', outcome(2, '', 'ping: socket: Operation not permitted'), null, 'ping_group_range'],
    ['no end', outcome(null, '', '', 'ping did not end within 8000 ms'), false, null],
  ])('knows what %s means', async (_, ping, status, words) => {
    const { items, reason } = await watching({ ...NO_GATEWAY, port_1_host: 'x' }, { ping }).agent;
    expect(items()).toMatchObject([{ status }]);
    if (words === null) expect(reason()).toBeNull();
    else expect(reason()).toContain(words);
  });

  it('makes a dozen checks at a time, each in its own time', async () => {
    const section: Record<string, string> = { ...NO_GATEWAY, port_1_refresh: '5' };
    for (let number = 1; number <= 30; number += 1)
      Object.assign(section, { [`port_${number}_host`]: 'h', [`port_${number}_port`]: String(number) });
    const started: number[] = [];
    let release: (() => void)[] = [];
    const { pass } = await watching(section, {
      connect: (_, port) => {
        started.push(port);
        return new Promise((resolve) => void release.push(() => resolve({ seconds: 1, bytes: Buffer.of() })));
      },
    }).agent;
    expect(started).toHaveLength(12);
    const answer = async () => {
      const answering = release;
      release = [];
      for (const resolve of answering) resolve();
      await pass(0.2);
    };
    await answer();
    expect(started).toHaveLength(24);
    await answer();
    await answer();
    expect(started).toHaveLength(30);
    await pass(5);
    expect(started.slice(30)).toEqual([1]);
  });

  it('runs the documented actions, and leaves views plain', async () => {
    let answer = () => Promise.resolve({ seconds: 0.01, bytes: Buffer.of() });
    const section = {
      ...NO_GATEWAY,
      refresh: '2',
      port_1_host: 'db',
      port_1_port: '5432',
      port_1_rtt_warning: '100',
      port_1_rtt_warning_action: 'act slow {{host}} {{status}} {{warning}}',
      port_1_rtt_critical_action: 'act down {{description}}',
      port_1_rtt_log: 'True',
    };
    const { agent, ran, pass } = await watching(section, { connect: () => answer() }).agent;
    await pass(10);
    expect(ran()).toEqual([]);
    answer = () => Promise.resolve({ seconds: 0.15, bytes: Buffer.of() });
    await pass(5);
    expect(ran()).toEqual(['slow db 0.15 100']);
    answer = () => Promise.reject(new Error('gone'));
    await pass(5);
    expect(ran()).toEqual(['down db:5432']);
    expect(agent.store.latest('alert').value).toMatchObject([
      { type: 'PORTS_PORT_1_RTT', state: 'CRITICAL' },
    ]);
  });
});

describe('expectations', () => {
  const web = { ...NO_GATEWAY, web_1_url: 'https://shop.example/' };

  it.each<[string, Record<string, string>, WebAnswer, string | null]>([
    ['the usual status', {}, page(200), null],
    ['another status', {}, page(503), 'answers 503 (expected 200)'],
    ['a status that is expected', { web_1_status: '200-299, 401' }, page(401), null],
    ['one that is not', { web_1_status: '401' }, page(200), 'answers 200 (expected 401)'],
    ['a text', { web_1_keyword: 'All systems' }, page(200, 'x All systems go'), null],
    ['a text that is missing', { web_1_keyword: 'go' }, page(200, 'no'), 'lacks the text "go"'],
    ['a value', { web_1_json: 'a[1].b', web_1_json_value: '7' }, page(200, '{"a":[0,{"b":7}]}'), null],
    [
      'another value',
      { web_1_json: 'state', web_1_json_value: 'ok' },
      page(200, String.raw`{"state":"down\u001b[1m"}`),
      'has state = "down [1m" (expected "ok")',
    ],
    ['no value', { web_1_json: 'constructor' }, page(200, '{}'), 'has no constructor in its JSON'],
    ['no JSON', { web_1_json: 'a' }, page(200, '<html>'), 'sends no valid JSON'],
  ])('of a page: %s', async (_, section, answer, fault) => {
    const { agent, results } = watching({ ...web, ...section }, { web: () => Promise.resolve(answer) });
    const { items } = await agent;
    const isConfigured = Object.keys(section).length > 0;
    expect(items()).toMatchObject([
      { status: answer.status, ...(isConfigured && { expected: fault === null }) },
    ]);
    if (!isConfigured) expect(items()[0]).not.toHaveProperty('expected');
    expect(await results()).toMatchObject([
      {
        name: 'web_1',
        kind: 'web',
        up: Number(fault === null),
        reason: fault === null ? null : `https://shop.example/ ${fault}`,
        failures: fault === null ? 0 : 1,
      },
    ]);
  });

  it('judge the level of a page', async () => {
    const section = {
      ...web,
      web_1_status: '401',
      web_1_rtt_critical_action: 'act down',
      web_1_rtt_ok_action: 'act up',
      refresh: '2',
    };
    let status = 200;
    const { agent } = watching(section, { web: () => Promise.resolve(page(status)) });
    const { pass, ran } = await agent;
    await pass(8);
    status = 401;
    await pass(8);
    expect(ran()).toEqual(['down', 'up']);
  });

  it('ask with method and headers, which nothing shows', async () => {
    const asked: WebCheck[] = [];
    const section = {
      ...web,
      web_1_method: 'post',
      web_1_status: '301',
      web_1_headers: '\nAuthorization: Bearer hunter2\nX-Plain: hunter2',
    };
    const { agent, results } = watching(section, {
      web: (_, check) => {
        asked.push(check);
        return Promise.resolve(page(301));
      },
    });
    const { agent: running } = await agent;
    expect(asked[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer hunter2', 'x-plain': 'hunter2' },
      followsRedirects: false,
    });
    const shown = [running.store.latest('ports'), await results(), running.levels.limitsOf('ports')];
    expect(JSON.stringify(shown)).not.toContain('hunter2');
  });

  it('reads the body by GET', async () => {
    const asked: WebCheck[] = [];
    const { agent } = watching(
      { ...web, web_1_keyword: 'x' },
      {
        web: (_, check) => {
          asked.push(check);
          return Promise.resolve(page(200, 'x'));
        },
      },
    );
    await agent;
    expect(asked[0]).toMatchObject({ method: 'GET', maxBytes: 262_144, followsRedirects: true });
  });

  it('keeps the expiry of a certificate while a page fails', async () => {
    const answers = [page(200, '', Date.UTC(2026, 0, 11)), null];
    const { agent, results } = watching(
      { ...web, refresh: '5' },
      {
        web: () => {
          const answer = answers.shift();
          return answer ? Promise.resolve(answer) : Promise.reject(new Error('it is gone'));
        },
      },
    );
    expect((await agent, await results())).toMatchObject([
      { up: 1, certificate_days: 9.9, since: 1767225600 },
    ]);
    await (await agent).pass(6);
    expect(await results()).toMatchObject([{ up: 0, certificate_days: 9.9, reason: 'it is gone' }]);
  });

  it.each<[string, string, number, string | null]>([
    ['^220 ', '220 mail ESMTP', 1, null],
    ['^220 ', 'SSH-2.0-x', 0, 'mail:25 sends "SSH-2.0-x", which does not match ^220 '],
    ['^220 ', '', 0, 'mail:25 sends nothing, which does not match ^220 '],
  ])('of a banner: %s for %j', async (banner, sent, up, reason) => {
    const connect: Host['connectTcp'] = async (_host, _port, { isEnough }) => {
      const bytes = Buffer.from(sent);
      isEnough?.(bytes);
      return { seconds: 0.01, bytes };
    };
    const section = { ...NO_GATEWAY, port_1_host: 'mail', port_1_port: '25', port_1_banner: banner };
    const { agent, results } = watching(section, { connect });
    expect((await agent).items()).toMatchObject([{ status: up ? 0.01 : false }]);
    expect(await results()).toMatchObject([{ kind: 'tcp', up, reason }]);
  });

  it('name interface and gateway of their route, where they succeed', async () => {
    const asked: string[] = [];
    const route = async (name: string) => {
      asked.push(name);
      return { interface: 'eth0', gateway: '192.0.2.1' };
    };
    const web = {
      ...NO_GATEWAY,
      web_1_url: 'http://[2001:db8::1]:8080/',
      web_2_url: 'http://example.org/',
      web_2_http_proxy: 'http://proxy.test',
    };
    const { results } = watching(web, { route });
    expect((await results()).map((item) => [item['interface'], item['gateway']])).toEqual([
      ['eth0', '192.0.2.1'],
      [undefined, undefined],
    ]);
    const connect = () => Promise.reject(new Error('refused'));
    const port = watching({ ...NO_GATEWAY, port_1_host: 'mail', port_1_port: '25' }, { connect, route });
    expect((await port.results())[0]).not.toHaveProperty('interface');
    expect(asked).toEqual(['2001:db8::1']);
  });

  it('does not hang on an expression that would', async () => {
    const connect: Host['connectTcp'] = async (_host, _port, { isEnough }) => {
      const bytes = Buffer.from('a'.repeat(60));
      isEnough?.(bytes);
      return { seconds: 0.01, bytes };
    };
    const section = { ...NO_GATEWAY, port_1_host: 'mail', port_1_port: '25', port_1_banner: '^(a+)+!' };
    const { agent, results } = watching(section, { connect });
    expect((await agent).items()).toMatchObject([{ status: null }]);
    expect(await results()).toMatchObject([{ up: null, reason: expect.stringContaining('takes too long') }]);
  });

  it.each<[Record<string, string>, string[], number, string | null]>([
    [{}, ['192.0.2.1'], 1, null],
    [{}, [], 0, 'example.org has no MX record'],
    [{ port_1_dns_value: '10 Mail.example.org.' }, ['5 a', '10 mail.example.org'], 1, null],
    [{ port_1_dns_value: '10 b' }, ['5 a'], 0, 'example.org MX is "5 a" (expected "10 b")'],
  ])('of a name: %j for %j', async (more, records, up, reason) => {
    const asked: unknown[] = [];
    const section = {
      ...NO_GATEWAY,
      port_1_host: '192.0.2.53',
      port_1_dns: 'example.org',
      port_1_dns_type: 'MX',
      ...more,
    };
    const { agent, results } = watching(section, {
      dns: (question) => {
        asked.push(question);
        return Promise.resolve({ seconds: 0.02, records });
      },
    });
    expect((await agent).items()).toMatchObject([{ port: 53, status: up ? 0.02 : false }]);
    expect(asked[0]).toMatchObject({ name: 'example.org', type: 'MX', server: '192.0.2.53', port: 53 });
    expect(await results()).toMatchObject([
      { kind: 'dns', up, reason, target: 'example.org MX at 192.0.2.53:53' },
    ]);
  });

  it('counts lost echo requests', async () => {
    const said =
      '64 bytes: time=1.00 ms\n64 bytes: time=3.00 ms\n5 packets transmitted, 2 received, 60% packet loss, time 804ms\n';
    const { agent, argv, results } = watching(
      { ...NO_GATEWAY, port_1_host: 'db', port_1_pings: '5' },
      { ping: outcome(0, said) },
    );
    expect((await agent).items()).toMatchObject([{ status: 0.002 }]);
    expect(argv[0]).toEqual(['ping', '-c', '5', '-i', '0.2', '-W', '3', '-n', '--', 'db']);
    expect(await results()).toMatchObject([{ kind: 'ping', up: 1, loss: 60, response: 0.002 }]);
  });
});

describe('lossIn', () => {
  it.each([
    ['1 packets transmitted, 1 received, 0% packet loss, time 0ms', 0],
    ['3 packets transmitted, 0 packets received, 100% packet loss', 100],
    ['3 transmitted, 1 received, +2 errors, 66.6667% packet loss', 66.6667],
    ['', null],
  ])('reads %s', (output, percent) => {
    expect(lossIn(output)).toBe(percent);
  });
});

describe('roundTrip', () => {
  it.each([
    ['64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.041 ms', 0.000041],
    ['64 bytes from ::1: seq=0 ttl=64 time=12 ms', 0.012],
    ['time<1 ms', 0.001],
    ['no such thing', false],
    ['', false],
  ])('reads %s', (output, seconds) => {
    expect(roundTrip(output)).toBe(seconds);
  });
});
