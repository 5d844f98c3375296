import { expect, it } from 'vitest';
import { hasPage, pageOf } from './server-page.ts';

it.each([
  ['ONLINE', 'rest', true],
  ['ONLINE', 'rpc', false],
  ['SNMP', 'rest', false],
  ['OFFLINE', 'rest', false],
] as const)('%s over %s: a page %s', (status, protocol, has) => {
  expect(hasPage({ status, protocol })).toBe(has);
});

it('no id leads anywhere but to its page', () => {
  for (const id of ['../../x', 'a/b', 'javascript:x', 'a?b#c', '//evil.example'])
    expect(new URL(pageOf({ id }), 'http://hub/browser').href).toMatch(/^http:\/\/hub\/servers\/[^/?#]+\/$/);
});
