import { expect, it } from 'vitest';
import { hasPage, isFromDatabase, ownId, pageOf } from './server-page.ts';

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

it.each([
  ['STORED', 'ONLINE', true, true],
  ['STORED', 'UNKNOWN', true, true],
  ['STATIC', 'OFFLINE', true, true],
  ['STATIC', 'ONLINE', true, false],
  ['STATIC', 'OFFLINE', false, false],
] as const)(
  'a %s server that is %s, in a database %s: its page is of the database %s',
  (type, status, stored, is) => {
    expect(isFromDatabase({ type, status, stored })).toBe(is);
  },
);

it('no id leads anywhere but to its page', () => {
  for (const id of ['../../x', 'a/b', 'javascript:x', 'a?b#c', '//evil.example'])
    expect(new URL(pageOf({ id }), 'http://hub/browser').href).toMatch(/^http:\/\/hub\/servers\/[^/?#]+\/$/);
});

it('reads its own id from the address', () => {
  expect(ownId({ pathname: '/pre/servers/db1%3A61208/' })).toBe('db1:61208');
  expect([ownId({ pathname: '/' }), ownId({ pathname: '/servers/%E0%A4%A/' })]).toEqual([null, null]);
});
