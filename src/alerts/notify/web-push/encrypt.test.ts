import { describe, expect, it } from 'vitest';
import { areBrowserKeys, encrypted, MOST_TEXT_BYTES } from './encrypt.ts';
import { createPushBrowser, decrypted } from '../../../../test/support/push-service.ts';

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  key: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b' +
    'Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('encrypted', () => {
  it('is the body of the example of RFC 8291', () => {
    const body = encrypted(RFC.text, RFC, { salt: bytes(RFC.salt), key: bytes(RFC.key) });
    expect(body.toString('base64url')).toBe(RFC.body);
  });

  it.each(['', 'ä😀"', 'x'.repeat(MOST_TEXT_BYTES)])(
    'is read by its browser alone, in one message',
    (text) => {
      const browser = createPushBrowser();
      const body = encrypted(text, browser.keys);
      expect(body.length).toBeLessThanOrEqual(4096);
      expect(decrypted(body, browser)).toBe(text);
      expect(() => decrypted(body, { ...createPushBrowser(), keys: browser.keys })).toThrow(
        /unable to authenticate/,
      );
      expect(encrypted(text, browser.keys)).not.toEqual(body);
    },
  );
});

it.each([
  [true, { ...RFC }],
  [true, { ...RFC, auth: `${RFC.auth}==` }],
  [false, { ...RFC, auth: RFC.auth.slice(2) }],
  [false, { ...RFC, auth: RFC.auth.replace('B', '+') }],
  [false, { ...RFC, p256dh: RFC.p256dh.slice(4) }],
  [false, { ...RFC, p256dh: `B${'A'.repeat(86)}` }],
  [false, { ...RFC, p256dh: RFC.p256dh.replace('BC', 'AC') }],
  [false, { ...RFC, p256dh: '' }],
])('%s: %o are keys of a browser', (expected, keys) => {
  expect(areBrowserKeys(keys)).toBe(expected);
});
