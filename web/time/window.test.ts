import { describe, expect, it } from 'vitest';
import {
  ageText,
  chosenBy,
  fingered,
  LIVE,
  moved,
  parseAge,
  parseInstant,
  windowOf,
  zoomed,
} from './window.ts';

const NOW = 1_795_222_329_000;

describe('the window of time', () => {
  it('ends now, at a chosen moment, or lies around one', () => {
    expect(windowOf(LIVE, NOW, 900)).toEqual({ from: NOW - 900_000, to: NOW });
    expect(windowOf({ range: 60, to: 5e6, at: 1 }, NOW, 900)).toEqual({ from: 5e6 - 60_000, to: 5e6 });
    expect(windowOf({ range: 60, to: 0, at: NOW - 1e6 }, NOW, 900)).toEqual({
      from: NOW - 1e6 - 30_000,
      to: NOW - 1e6 + 30_000,
    });
    expect(windowOf({ range: 60, to: 0, at: NOW - 1000 }, NOW, 900).to).toBe(NOW);
  });

  it('moves and zooms, and goes live at the present', () => {
    const window = { from: NOW - 100_000, to: NOW };
    expect(chosenBy(moved(window, -0.5), NOW)).toEqual({ range: 100, to: NOW - 50_000 });
    expect(chosenBy(moved(window, 0.5), NOW)).toEqual({ range: 100, to: 0 });
    expect(zoomed(window, 0.5, NOW)).toEqual({ from: NOW - 50_000, to: NOW });
    expect(zoomed(window, 1e-9).to - zoomed(window, 1e-9).from).toBe(10_000);
  });

  it('goes with the fingers', () => {
    const window = { from: 1_000_000, to: 2_000_000 };
    expect(fingered(window, [50], [30], 100)).toEqual({ from: 1_200_000, to: 2_200_000 });
    // The moments under both fingers stay there: 25 % and 75 % move to the edges.
    expect(fingered(window, [25, 75], [0, 100], 100)).toEqual({ from: 1_250_000, to: 1_750_000 });
    expect(fingered(window, [0, 100], [50, 100], 100)).toEqual({ from: 0, to: 2_000_000 });
    const { from, to } = fingered(window, [50, 50], [10, 90], 100);
    expect(to - from).toBeCloseTo((1_000_000 * 12) / 80);
  });

  it.each([
    ['-15m', 900],
    ['-7d', 604_800],
    ['-90s', 90],
    ['-1y', 365 * 86_400],
    ['-99y', 5 * 365 * 86_400],
    ['-1w', 0],
    ['7d', 0],
  ])('reads the age %s', (text, seconds) => {
    expect(parseAge(text)).toBe(seconds);
    if (!text.endsWith('y') && seconds > 0) expect(ageText(seconds)).toBe(text);
  });

  it('reads moments', () => {
    expect(parseInstant('2026-11-01T00:00Z')).toBe(Date.UTC(2026, 10));
    expect(parseInstant('1795222329000')).toBe(NOW);
    for (const text of ['', 'x', '9'.repeat(16)]) expect(parseInstant(text)).toBe(0);
  });
});
