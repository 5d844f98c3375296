import { describe, expect, it } from 'vitest';
import type { Host, WebAnswer, WebCheck } from '../../../core/host.ts';
import { NO_GATEWAY, outcome, page, watching } from '../../../../test/support/ports-rig.ts';

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
        reason: fault === null ? null : `https://shop.example ${fault}`,
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
    expect((await agent).items()).toMatchObject([{ status: false }]);
    expect(await results()).toMatchObject([{ reason: expect.stringContaining('does not match ^(a+)+!') }]);
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
