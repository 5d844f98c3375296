import { expect, it } from 'vitest';
import { aroundAlert, aroundMoment, whyOf, whyWindow, windowWords } from './why-window.ts';

const MINUTE = 60_000;
const AT = 1_795_824_000_000;

it('goes to the address and back', () => {
  const window = { from: AT, to: AT + 15 * MINUTE };
  expect(whyWindow(whyOf(window))).toEqual(window);
});

it.each(['', 'now', '5-1', `${AT}-${AT + 9000}`, `${AT}-${AT + 8 * 1440 * MINUTE}`, '1e3-9e9', '-1-5'])(
  '%s is no time',
  (text) => {
    expect(whyWindow(text)).toBe(null);
  },
);

it('is around the begin of an alert, and around a moment', () => {
  expect(aroundAlert(AT, AT + 5 * MINUTE)).toEqual({ from: AT - 3 * MINUTE, to: AT + 5 * MINUTE });
  expect(aroundAlert(AT, AT + 600 * MINUTE).to).toBe(AT + 15 * MINUTE);
  expect(aroundAlert(AT, AT).to).toBe(AT + MINUTE);
  expect(aroundMoment(AT)).toEqual({ from: AT - 5 * MINUTE, to: AT + 5 * MINUTE });
});

it('names the day of the end where it is another', () => {
  const noon = new Date(2026, 10, 26, 12).getTime();
  expect(windowWords({ from: noon, to: noon + 10 * MINUTE })).toBe('2026-11-26 12:00 – 12:10');
  expect(windowWords({ from: noon, to: noon + 1440 * MINUTE })).toBe('2026-11-26 12:00 – 2026-11-27 12:00');
});
