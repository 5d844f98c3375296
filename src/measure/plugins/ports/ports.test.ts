import { describe, expect, it } from 'vitest';
import { NO_GATEWAY, outcome, watching } from '../../../../test/support/ports-rig.ts';

const ROUTE =
  'Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n' +
  'eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n';

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

  it('does not judge a default gateway until it has answered', async () => {
    const world = { files: { 'proc/net/route': ROUTE }, ping: outcome(1) };
    const { agent, results } = watching({ port_default_gateway: 'True' }, world);
    const { items, reason, pass } = await agent;
    expect(items()).toMatchObject([{ indice: 'port_0', status: null }]);
    expect(reason()).toBe(
      'the default gateway 192.0.2.1 does not answer pings: it is not judged until it does',
    );
    world.ping = outcome(0, '64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=4.10 ms\n');
    await pass(30);
    expect([items(), reason()]).toMatchObject([[{ status: 0.0041 }], null]);
    world.ping = outcome(1);
    await pass(30);
    expect(items()).toMatchObject([{ status: false }]);
    expect(await results()).toMatchObject([{ up: 0, failures: 1 }]);
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
      web_1_url: 'https://ann:hunter2@example.org/hooks/hunter2?a=hunter2',
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
        url: 'https://example.org',
        proxies: { http: 'http://proxy.example:1', https: null },
      },
      { indice: 'web_2', url: 'http://example.com:8080', ssl_verify: false, proxies: null },
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
