import { expect, it } from 'vitest';
import { pushState, stateWords } from './push-state.ts';

const list = { key: 'K', browsers: [{ id: 'me', name: 'Firefox', since: 5 }], editable: true, reason: null };
const facts = { isSecure: true, isSupported: true, permission: 'granted', list, own: 'me' } as const;
const refusal = 'Browsers are notified only where a password is set: start the agent with --password';

it.each([
  ['on', {}, 'This browser gets notifications.'],
  ['off', { own: 'other' }, ''],
  ['off', { own: '' }, ''],
  ['unknown', { list: null }, ''],
  ['insecure', { isSecure: false, isSupported: false, list: null }, /^Notifications need HTTPS: /],
  ['unsupported', { isSupported: false }, 'This browser cannot show notifications.'],
  ['unavailable', { list: { ...list, editable: false, reason: refusal } }, `${refusal}.`],
  ['blocked', { permission: 'denied' }, /^The browser blocks notifications of this page: /],
] as const)('%s: %j is told by %s', (state, more, words) => {
  expect(pushState({ ...facts, ...more })).toBe(state);
  expect(stateWords({ ...facts, ...more })).toMatch(
    typeof words === 'string' ? new RegExp(`^${words.replaceAll(/[.]/g, '\\.')}$`) : words,
  );
});
