import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Colours that a block of the stylesheet sets. */
function tokens(block: string | undefined): Map<string, Rgb> {
  const found = new Map<string, Rgb>();
  for (const [, name = '', hex = ''] of (block ?? '').matchAll(/--([\w-]+): #([\da-f]+);/g)) {
    const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const part = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16);
    found.set(name, [part(0), part(2), part(4)]);
  }
  return found;
}
const THEMES = {
  dark: tokens(CSS.split('}')[0]),
  light: tokens(/\[data-theme='light'\][^}]*/.exec(CSS)?.[0]),
};

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
/** As a reader with deuteranopia sees it (after Viénot, Brettel and Mollon, 1999), in linear light. */
function withoutGreen(color: Rgb): Rgb {
  const [red = 0, green = 0, blue = 0] = color.map((part) => (part / 255) ** 2.2);
  const both = 0.29 * red + 0.71 * green;
  const third = Math.max(0, -0.022 * red + 0.022 * green + blue);
  return [both, both, third].map((part) => 255 * Math.min(1, part) ** (1 / 2.2)) as unknown as Rgb;
}

describe.each(Object.entries(THEMES))('%s', (_, theme) => {
  const color = (name: string): Rgb => theme.get(name) ?? [0, 0, 0];
  const grounds = ['bg', 'raised', 'hover'];

  it.each(['text', 'dim', 'faint', 'accent', 'careful', 'warning', 'critical'])(
    '%s can be read on every ground',
    (name) => {
      for (const ground of grounds)
        expect(contrast(color(name), color(ground)), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('levels stand out the more, the worse they are, whatever hues the reader sees', () => {
    const seen: readonly ((shown: Rgb) => Rgb)[] = [(shown) => shown, withoutGreen];
    for (const see of seen) {
      const steps = ['careful', 'warning', 'critical'].map((name) => contrast(see(color(name)), color('bg')));
      expect(steps[1]).toBeGreaterThan(1.15 * (steps[0] ?? 0));
      expect(steps[2]).toBeGreaterThan(1.15 * (steps[1] ?? 0));
    }
  });

  it('careful is quiet: nearly grey, and fainter than text', () => {
    const careful = color('careful');
    const chroma = (shown: Rgb): number => Math.max(...shown) - Math.min(...shown);
    expect(chroma(careful)).toBeLessThan(0.5 * chroma(color('warning')));
    expect(contrast(careful, color('bg'))).toBeLessThan(contrast(color('dim'), color('bg')));
  });

  it('levels can be read on their own grounds', () => {
    for (const name of ['careful', 'warning', 'critical'])
      expect(contrast(color(name), color(`${name}-bg`)), name).toBeGreaterThanOrEqual(4.5);
  });
});
