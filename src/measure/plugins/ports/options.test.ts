import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../../run/config/load.ts';
import { configForApi } from '../../../run/config/api-view.ts';
import ports from './ports.ts';
import { valueAt } from '../../../core/members.ts';
import { parseJsonPath, parseStatuses } from './expectations.ts';

const load = (...lines: string[]) =>
  loadSettings({
    registry: [ports],
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(['[ports]', ...lines].join('\n')) },
  });
const web = 'web_1_url=https://shop.example/';
const host = 'port_1_host=db';

describe('options of checks', () => {
  it.each([
    ['web_1_status=abc', 'web_1_status = abc: expected status codes of HTTP, such as 200-299,401.'],
    ['web_1_status=299-200', 'web_1_status = 299-200: expected status codes of HTTP, such as 200-299,401.'],
    ['web_1_method=brew', 'web_1_method = brew: expected one of head, get, post, options.'],
    ['web_1_headers=hunter2', 'web_1_headers = ********: expected headers as Name: value, one a line.'],
    [
      'web_1_headers=Content-Length: 5',
      'web_1_headers = ********: the header content-length is set by Gander.',
    ],
    ['web_1_json=a..b', 'web_1_json = a..b: expected a path in a JSON document, such as checks[0].status.'],
    ['port_1_pings=0', 'port_1_pings = 0: expected a whole number from 1 to 20.'],
    ['port_1_dns=a b', 'port_1_dns = a b: expected a DNS name.'],
    ['port_1_dns_type=ANY', 'port_1_dns_type = ANY: expected one of a, aaaa,'],
    ['port_1_banner=(', 'port_1_banner = (: "(" is not a regular expression'],
  ])('%s is refused in one sentence', async (line, problem) => {
    await expect(load(host, web, line)).rejects.toThrow(`g.conf:4: [ports] ${problem}`);
  });

  it.each([
    ['web_1_json_value=ok', 'web_1_json_value has no effect without web_1_json.'],
    ['web_1_keyword=x\nweb_1_method=HEAD', 'web_1_keyword has no effect beside web_1_method = head.'],
    ['port_1_banner=x', 'port_1_banner has no effect without port_1_port.'],
    ['port_1_dns_value=x', 'port_1_dns_value has no effect without port_1_dns.'],
    ['port_1_dns_type=MX', 'port_1_dns_type has no effect without port_1_dns.'],
    ['port_1_pings=3\nport_1_port=1', 'port_1_pings has no effect beside port_1_port.'],
    ['port_1_pings=3\nport_1_dns=a', 'port_1_pings has no effect beside port_1_dns.'],
    ['port_1_banner=x\nport_1_port=1\nport_1_dns=a', 'port_1_banner has no effect beside port_1_dns.'],
  ])('%j is warned of', async (lines, warning) => {
    expect((await load(host, web, lines)).warnings).toEqual([`g.conf:4: [ports] ${warning}`]);
  });

  it('never shows headers', async () => {
    const { raw } = await load(web, 'web_1_headers=X-Plain: hunter2', 'web_1_keyword=shop');
    const { ports: shown } = configForApi(raw, { registry: [ports], cores: 1 });
    expect(shown).toMatchObject({ web_1_headers: '********', web_1_keyword: 'shop' });
  });
});

describe('parseStatuses', () => {
  it('reads codes and ranges', () => {
    const statuses = parseStatuses('200-299, 401');
    expect([199, 200, 299, 300, 401].map(statuses.has)).toEqual([false, true, true, false, true]);
  });

  it.each([
    ['200-299,401', false],
    ['302', true],
    ['200-404', true],
  ])('%s expects redirects: %s', (text, hasRedirects) => {
    expect(parseStatuses(text).hasRedirects).toBe(hasRedirects);
  });
});

describe('valueAt', () => {
  it.each([
    ['a', 1],
    ['b[1].c', 2],
    ['b[0]', 'x'],
    ['b.length', 2],
    ['a.b', undefined],
    ['b[9]', undefined],
    ['__proto__', undefined],
    ['toString', undefined],
  ])('%s', (path, value) => {
    expect(valueAt({ a: 1, b: ['x', { c: 2 }] }, parseJsonPath(path))).toBe(value);
  });

  it('reads a list', () => {
    expect(valueAt([[5]], parseJsonPath('[0][0]'))).toBe(5);
  });
});
