import { expect, it } from 'vitest';
import { hasPage, pageOf } from './server-page.ts';

it.each([
  ['ONLINE', 'rest', false, true],
  ['ONLINE', 'rpc', false, false],
  ['SNMP', 'rest', false, false],
  ['OFFLINE', 'rest', false, false],
  ['OFFLINE', 'rpc', true, true],
  ['ONLINE', 'rpc', true, false],
] as const)('%s over %s, in a database %s: a page %s', (status, protocol, stored, has) => {
  expect(hasPage({ status, protocol, stored, type: 'STATIC' })).toBe(has);
});

it('a host that only a database knows has a page, whatever becomes of it', () => {
  expect(hasPage({ status: 'UNKNOWN', protocol: 'rest', stored: true, type: 'STORED' })).toBe(true);
});

it('no id leads anywhere but to its page', () => {
  for (const id of ['../../x', 'a/b', 'javascript:x', 'a?b#c', '//evil.example'])
    expect(new URL(pageOf({ id }), 'http://hub/browser').href).toMatch(/^http:\/\/hub\/servers\/[^/?#]+\/$/);
});
