import { expect, it } from 'vitest';
import { acknowledgeToken, rightOf } from './acknowledgement.ts';

const NOW = 1_795_824_000_000;
const owner = (id: string, secret: string) => ({
  id: id.repeat(22),
  secret: Buffer.from(secret.repeat(32)).toString('base64url'),
});
const [phone, desk] = [owner('p', '1'), owner('d', '2')];
const event = { id: 7, begin: 1_795_823_000 };
const token = acknowledgeToken(event, phone, NOW);
const DAY = 86_400_000;

it('a token is the right to acknowledge one alert from one browser', () => {
  expect(rightOf(token, [desk, phone], NOW)).toEqual({ event, owner: phone, isExpired: false });
  expect(rightOf(token, [desk, phone], NOW + 7 * DAY)?.isExpired).toBe(false);
  expect(rightOf(token, [desk, phone], NOW + 7 * DAY + 1)?.isExpired).toBe(true);
});

it('a token of a browser that was removed, or added again, is none', () => {
  expect(rightOf(token, [desk], NOW)).toBeNull();
  expect(rightOf(token, [{ ...phone, secret: desk.secret }], NOW)).toBeNull();
});

it.each([
  ['another alert', token.replace('.7.', '.8.')],
  ['another begin', token.replace('1795823000', '1795823001')],
  ['a later end', token.replace(String(NOW + 7 * DAY), String(NOW + 70 * DAY))],
  ['another browser', token.replace(phone.id, desk.id)],
  ['another signature', token.replace(/.{4}$/, 'xxxx')],
  ['a short signature', token.slice(0, -1)],
  ['more', `${token}A`],
  ['a line end', `${token}\n`],
  ['nothing', ''],
])('a token with %s is none', (_, changed) => {
  expect(rightOf(changed, [desk, phone], NOW)).toBeNull();
});
